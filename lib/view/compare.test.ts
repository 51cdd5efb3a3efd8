import { describe, expect, it } from "vitest"
import { lostRows, ranked, reasonRows } from "./compare.ts"
import { groupItems, groupsOf } from "./loss-groups.ts"
import type { Loss, Tally } from "./tally.ts"

const none = { carried: 0, altered: 0, dropped: 0, made: 0, out: 0 }

const tally = (target: string, ...losses: readonly Loss[]): Tally => ({
  target,
  model: "m",
  asOf: 1,
  bytes: 2,
  counts: none,
  losses,
  out: [],
  findings: [],
  broken: [],
})

const foreign = (...keys: readonly string[]): Loss => ({ how: "dropped", reason: "reasoning-foreign", keys })
const unsigned = (...keys: readonly string[]): Loss => ({
  how: "dropped",
  reason: "reasoning-unsigned",
  keys,
})
const renamed = (...keys: readonly string[]): Loss => ({ how: "altered", reason: "call-id-rewritten", keys })
const filler = (...keys: readonly string[]): Loss => ({ how: "made", reason: "reasoning-filler", keys })

describe("the comparison", () => {
  const all = [
    tally("gemini", renamed("3.1"), foreign("9.0", "10.0", "2.0")),
    tally("kimi", filler("+/messages/1")),
    tally("mistral", renamed("3.1", "4.0", "5.0", "6.0"), unsigned("2.0")),
  ]
  it("puts what is dropped before what is altered, and that before what is made; then the most first", () => {
    expect(
      ranked([filler("a"), renamed("b"), foreign("c"), unsigned("d", "e")]).map(({ reason }) => reason),
    ).toEqual(["reasoning-unsigned", "reasoning-foreign", "call-id-rewritten", "reasoning-filler"])
  })
  it("counts a reason over all targets; who loses nothing by it is absent", () => {
    expect(reasonRows(all).map(({ reason, counts }) => [reason, Object.fromEntries(counts)])).toEqual([
      ["reasoning-foreign", { gemini: 3 }],
      ["reasoning-unsigned", { mistral: 1 }],
      ["call-id-rewritten", { gemini: 1, mistral: 4 }],
      ["reasoning-filler", { kimi: 1 }],
    ])
  })
  it("lists a reason's rows in the record's order, with what every target does to them", () => {
    const rows = lostRows(all, foreign())
    expect(rows.map(({ key }) => key)).toEqual(["2.0", "9.0", "10.0"])
    expect([...(rows[0]?.by ?? [])].map(([target, { reason }]) => [target, reason])).toEqual([
      ["gemini", "reasoning-foreign"],
      ["mistral", "reasoning-unsigned"],
    ])
  })
  it("puts nested blocks behind what holds them, and what is made last", () => {
    const odd = [tally("x", renamed("3.1", "+/a/2", "3.0.2", "1/tools/10", "+/a/10", "3.0", "1/tools/9"))]
    expect(lostRows(odd, renamed()).map(({ key }) => key)).toEqual([
      "1/tools/9",
      "1/tools/10",
      "3.0",
      "3.0.2",
      "3.1",
      "+/a/2",
      "+/a/10",
    ])
  })
})

describe("the list of a target's losses", () => {
  const broken = {
    rule: "r",
    severity: "warning",
    meaning: "It is so.",
    fix: "Do this.",
    keys: ["2.0"],
  } as const
  const groups = groupsOf({ ...tally("x", filler("a"), renamed("b", "c", "d", "e", "f")), broken: [broken] })
  const shapes = (isOpen: boolean): readonly string[] =>
    groupItems(groups, () => isOpen).map((item) =>
      item.is === "more"
        ? `more ${item.hidden}`
        : item.is === "row"
          ? (item.group.keys[item.at] ?? "")
          : item.group.name,
    )
  it("shows some of a long group until it is opened, and all of a short one", () => {
    expect(shapes(false)).toEqual([
      "call-id-rewritten",
      "b",
      "c",
      "d",
      "more 2",
      "reasoning-filler",
      "a",
      "r",
      "2.0",
    ])
    expect(shapes(true)).toEqual([
      "call-id-rewritten",
      "b",
      "c",
      "d",
      "e",
      "f",
      "reasoning-filler",
      "a",
      "r",
      "2.0",
    ])
  })
  it("names the filter that leaves just these rows", () => {
    expect(groups.map(({ filter }) => filter)).toEqual([
      "how:altered reason:call-id-rewritten",
      "how:made reason:reasoning-filler",
      "finding:r",
    ])
  })
})
