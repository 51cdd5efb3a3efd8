import { expect, it } from "vitest"
import { agent, compaction, type Draft, record, rewind, undo, user } from "#lib/record/build.ts"
import { goneBy } from "./gone.ts"

const goneIn = (...drafts: readonly Draft[]) => Object.fromEntries(goneBy(record(...drafts).entries))

const [one, two, three, four] = [user("one"), agent("two"), user("three"), agent("four")]

it("names the rewind that let an entry go, also where a later one went further back", () => {
  expect(goneIn(one, two, three, four)).toEqual({})
  expect(goneIn(one, two, three, four, rewind(2))).toEqual({ 3: 5, 4: 5 })
  expect(goneIn(one, two, three, rewind(2), three, rewind(1))).toEqual({ 2: 6, 3: 4, 4: 6, 5: 6 })
})

it("a way back to what was left gives it back, and lets go of what came in between", () => {
  expect(goneIn(one, two, three, rewind(1), four, rewind(3))).toEqual({ 4: 6, 5: 6 })
})

it("an undo gives a rewind's entries back, and is what let the rewind go", () => {
  expect(goneIn(one, two, three, rewind(1), undo(4))).toEqual({ 4: 5 })
  expect(goneIn(one, two, three, rewind(1), four, undo(4))).toEqual({ 4: 6 })
  expect(goneIn(one, two, rewind(1), rewind(2), undo(4))).toEqual({ 2: 5, 4: 5 })
})

it("what a summary covers still takes part; a compaction that was taken back does not", () => {
  expect(goneIn(one, two, three, compaction("both", [1, 2]))).toEqual({})
  expect(goneIn(one, two, three, compaction("both", [1, 2]), undo(4))).toEqual({ 4: 5 })
  expect(goneIn(one, compaction("one", [1, 1]), undo(2), rewind(1))).toEqual({ 2: 4, 3: 4 })
})

it("an undo of what is not in force lets nothing go", () => {
  expect(goneIn(one, two, rewind(1), undo(3), undo(3))).toEqual({ 3: 4 })
})
