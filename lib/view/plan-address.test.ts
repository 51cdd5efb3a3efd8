import { expect, test } from "vitest"
import { type PlanWish, parsePlanWish, planHref, plansHref } from "./plan-address.ts"

const wishes: readonly (readonly [PlanWish, string])[] = [
  [{ kind: "compaction" }, "/r/a%2Fb/plan/compaction?target=kimi"],
  [{ kind: "compaction", preserve: 0 }, "/r/a%2Fb/plan/compaction?target=kimi&preserve=0"],
  [
    { kind: "microcompaction", keep: 3, least: 500 },
    "/r/a%2Fb/plan/microcompaction?target=kimi&keep=3&least=500",
  ],
  [{ kind: "rewind", to: 41, keep: true }, "/r/a%2Fb/plan/rewind?target=kimi&to=41"],
  [{ kind: "rewind", to: 41, keep: false }, "/r/a%2Fb/plan/rewind?target=kimi&to=41&keep=off"],
  [{ kind: "repair" }, "/r/a%2Fb/plan/repair?target=kimi"],
  [{ kind: "fork", through: 9 }, "/r/a%2Fb/plan/fork?target=kimi&through=9"],
  [{ kind: "undo", of: [7, 9] }, "/r/a%2Fb/plan/undo?target=kimi&of=7,9"],
  [{ kind: "undo", of: [7, 9, 10, 11] }, "/r/a%2Fb/plan/undo?target=kimi&of=7,9-11"],
  [{ kind: "undo", of: [] }, "/r/a%2Fb/plan/undo?target=kimi"],
]

test.each(wishes)("the address of %o is read back", (wish, href) => {
  expect(planHref("a/b", wish, "kimi")).toBe(href)
  const { searchParams } = new URL(href, "http://local.invalid")
  expect(searchParams.get("target")).toBe("kimi")
  expect(parsePlanWish(wish.kind, searchParams)).toEqual(wish)
})

test("what stands at its default is not named", () => {
  expect(planHref("a", { kind: "rewind", keep: true })).toBe("/r/a/plan/rewind")
  expect(plansHref("a")).toBe("/r/a/plan")
  expect(plansHref("a", "my target")).toBe("/r/a/plan?target=my%20target")
})

test("what does not fit stands at its default", () => {
  const of = (kind: PlanWish["kind"], query: string) => parsePlanWish(kind, new URLSearchParams(query))
  expect(of("compaction", "preserve=-1")).toEqual({ kind: "compaction" })
  expect(of("rewind", "to=x&keep=maybe")).toEqual({ kind: "rewind", keep: true })
  expect(of("undo", "of=0,x,7,7,1e3,9999999999,,9,5-3,1-900000000")).toEqual({ kind: "undo", of: [7, 9] })
})
