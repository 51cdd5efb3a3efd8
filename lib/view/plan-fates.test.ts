import { expect, test } from "vitest"
import { type PlanAsk, planFor } from "#lib/plan/ask.ts"
import { agent, call, compaction, type Draft, record, result, rewind, user } from "#lib/record/build.ts"
import { fatesOf, type Part } from "./plan-fates.ts"
import { planItems } from "./plan-items.ts"

const talk = [
  user("one"),
  agent([call("a")]),
  result("a", "out".repeat(100)),
  agent("four"),
  user("five"),
  agent("six"),
]

const fates = (ask: PlanAsk, ...drafts: readonly Draft[]) => {
  const { entries } = record(...talk, ...drafts)
  const plan = planFor(entries, ask)
  if (!plan.ok) throw new Error(plan.problem.id)
  return fatesOf(entries, plan.value)
}

const short = (parts: readonly Part[]): readonly string[] => parts.map(({ is, items }) => `${items} ${is}`)

test("a compaction covers what stands before the newest, and its summary stands there", () => {
  const { runs, before, after } = fates({ kind: "compaction", summary: "in short", preserve: 2 })
  expect(runs).toEqual([
    { is: "dropped", seqs: [1, 2, 3, 4] },
    { is: "made", seqs: [7] },
    { is: "kept", seqs: [5, 6] },
  ])
  expect(short(before)).toEqual(["4 dropped", "2 kept"])
  expect(short(after)).toEqual(["1 made", "2 kept"])
  expect(after[0]?.size).toBe("in short".length)
})

test("an older summary goes with what it stands for, and comes back with an undo", () => {
  const older = compaction("older", [1, 4])
  const again = fates({ kind: "compaction", summary: "newer", preserve: 1 }, older)
  expect(short(again.before)).toEqual(["2 dropped", "1 kept"])
  const taken = fates({ kind: "undo", of: [8] }, older, compaction("newer", [5, 5]))
  expect(taken.runs).toEqual([
    { is: "returned", seqs: [7, 5] },
    { is: "dropped", seqs: [8] },
    { is: "kept", seqs: [6] },
  ])
})

test("a cleared result changes its message, and weighs less after", () => {
  const { runs, before, after } = fates({ kind: "microcompaction", keep: 0 })
  expect(runs).toEqual([
    { is: "kept", seqs: [1, 2] },
    { is: "changed", seqs: [3] },
    { is: "kept", seqs: [4, 5, 6] },
  ])
  const changed = (parts: readonly Part[]): number => parts.find(({ is }) => is === "changed")?.size ?? 0
  expect(changed(before)).toBe(300)
  expect(changed(after)).toBeLessThan(300)
})

test("what a rewind lets go is dropped, and returned by its undo", () => {
  expect(short(fates({ kind: "rewind", to: 1, keep: true }).before)).toEqual(["1 kept", "5 dropped"])
  expect(short(fates({ kind: "undo", of: [7] }, rewind(1)).after)).toEqual(["1 kept", "5 returned"])
})

test("a picture of a long line has few parts and shows all of it", () => {
  const rounds = Array.from({ length: 900 }, (_, n) => [
    agent([call(`c${n}`)]),
    result(`c${n}`, "long ".repeat(60)),
  ]).flat()
  const { before } = fates({ kind: "microcompaction", keep: 0 }, ...rounds)
  expect(before.length).toBeLessThanOrEqual(240)
  const sum = (is: Part["is"], of: "items" | "size"): number =>
    before.reduce((all, part) => all + (part.is === is ? part[of] : 0), 0)
  expect([sum("kept", "items"), sum("changed", "items")]).toEqual([905, 901])
  expect(sum("changed", "size")).toBe(900 * 300 + 300)
})

test("long runs have a head of their own, and those that stay begin folded", () => {
  const { runs } = fates({ kind: "compaction", summary: "s", preserve: 0 }, user("7"), agent("8"))
  const open = planItems(runs, () => true)
  expect(
    open.map((item) => (item.is === "head" ? `${item.run.seqs.length} ${item.run.is}` : item.seq)),
  ).toEqual(["8 dropped", ...[1, 2, 3, 4, 5, 6, 7, 8], 9])
  expect(planItems(runs, () => false)).toHaveLength(2)
})
