import { expect, test } from "vitest"
import { type PlanAsk, planFor } from "#lib/plan/ask.ts"
import { planKinds } from "#lib/plan/plan.ts"
import {
  agent,
  answer,
  call,
  compaction,
  header,
  record,
  replacement,
  result,
  rewind,
  text,
  user,
} from "#lib/record/build.ts"
import { actsInForce } from "./acts-in-force.ts"
import { blockLines } from "./block-lines.ts"
import { planView } from "./plan-view.ts"
import { appendWords, movedWords, planOrder } from "./plan-words.ts"

const talk = record(
  header(),
  user("one"),
  agent([text("I look."), call("a")]),
  result("a", "out".repeat(100)),
  agent('It says \\"no\\".'),
  user("five"),
  agent("six"),
).entries

const words = (ask: PlanAsk, entries = talk): readonly (string | undefined)[] => {
  const plan = planFor(entries, ask)
  if (!plan.ok) throw new Error(plan.problem.id)
  return [appendWords(plan.value, entries), movedWords(plan.value)]
}

test("every act is offered, once", () =>
  expect([...planOrder].toSorted()).toEqual(Object.keys(planKinds).toSorted()))

test("what applying writes is said in one sentence, and where a cut was moved", () => {
  expect(words({ kind: "compaction", summary: "s", preserve: 3 })).toEqual([
    "Appends entry 8: a compaction of entries 2 – 4. Nothing is deleted.",
    undefined,
  ])
  expect(words({ kind: "compaction", summary: "s", preserve: 4 })).toEqual([
    "Appends entry 8: a compaction of entry 2. Nothing is deleted.",
    "Moved back from entry 3 to 2: there it would have split a round.",
  ])
  expect(words({ kind: "rewind", to: 3, keep: true })).toEqual([
    "Appends entry 8: a rewind to entry 2, which stays. Nothing is deleted.",
    "Moved back from entry 3 to 2: there it would have split a round.",
  ])
  expect(words({ kind: "microcompaction", keep: 0 })[0]).toBe(
    "Appends entry 8: 1 replacement, one for each block. Nothing is deleted.",
  )
  expect(words({ kind: "fork", through: 5 })[0]).toBe(
    "Makes a new record with entries 1 – 5 of this one and its header again; this one stays as it is.",
  )
  const compacted = record(header(), user("one"), agent("two"), compaction("s", [2, 2])).entries
  expect(words({ kind: "undo", of: [4] }, compacted)[0]).toBe(
    "Appends entry 5: the undo of the compaction at entry 4. Nothing is deleted.",
  )
})

test("a view without a later wire has no figures, and is plain data", () => {
  const plan = planFor(talk, { kind: "repair" })
  if (!plan.ok) throw new Error(plan.problem.id)
  const view = planView(talk, plan.value, undefined)
  expect(view.figures).toBeUndefined()
  expect(view.counts).toEqual(["repairs 2 quotes"])
  expect(JSON.parse(JSON.stringify(view))).toEqual(view)
})

test("acts in force: the newest first, replacements of one moment as one, undone ones not", () => {
  const at = "2026-11-30T12:00:00.000Z"
  const later = "2026-11-30T12:05:00.000Z"
  const drafts = [
    ...[user("1"), agent([call("a")]), result("a"), agent([call("b")]), result("b")],
    replacement("3.0", answer("a", "cleared")),
    replacement("5.0", answer("b", "cleared")),
    replacement("3.0", answer("a", "cleared again")),
    ...[rewind(8), compaction("s", [1, 1])],
    { kind: "undo", of: 10 } as const,
  ]
  const { entries } = record(...drafts)
  const timed = entries.map((entry) => ({ ...entry, at: entry.seq < 8 ? at : later }))
  expect(actsInForce(timed).map(({ seqs, kind, words: of }) => [seqs, kind, of])).toEqual([
    [[9], "rewind", "rewind · to entry 8, which stays"],
    [[8], "replacement", "replacement · of block 3.0 · cleared"],
    [[6, 7], "replacement", "2 replacements · cleared"],
  ])
})

test("an entry in one line: a message by its first block, whatever else by what it says", () => {
  expect(blockLines(talk, ["3", "2", "1", "99"])).toEqual([
    { key: "3", kind: "text", role: "model", word: "text +1", text: "I look." },
    { key: "2", kind: "text", role: "human", word: "user", text: "one" },
    {
      key: "1",
      kind: "entry",
      role: "frame",
      word: "header",
      text: expect.stringMatching(/^request header/),
    },
  ])
})
