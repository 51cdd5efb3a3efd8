import { describe, expect, it } from "vitest"
import {
  agent,
  answer,
  call,
  compaction,
  type Draft,
  image,
  record,
  replacement,
  result,
  rewind,
  text,
  tools,
  undo,
  user,
} from "./build.ts"
import { admission, findBlock } from "./record.ts"

/** The problem of the first draft that does not fit; undefined where all do. */
const misfit = (...drafts: readonly Draft[]) => {
  const { admit } = admission()
  for (const entry of record(...drafts).entries) {
    const admitted = admit(entry)
    if (!admitted.ok) return admitted.problem
  }
  return undefined
}

describe("admission", () => {
  it("takes what may follow", () => {
    const log = [user("a"), agent([text("b"), call("c")]), result("c", [text("d"), image("0".repeat(64))])]
    expect(
      misfit(
        ...log,
        replacement("2.0", text("b2")),
        replacement("4.0", text("b3")),
        replacement("3.0.0", text("d2")),
        replacement("3.0", answer("c")),
        replacement("7.0.0", text("ok2")),
        compaction("s", [1, 3]),
        compaction("t", null),
        rewind(2),
        undo(11),
        undo(11),
        undo(9),
      ),
    ).toBeUndefined()
  })
  it.each([
    ["a rewind to itself", [user("a"), rewind(2)], "rewind-ahead"],
    ["a rewind ahead", [user("a"), rewind(3)], "rewind-ahead"],
    ["an undo of a message", [user("a"), undo(1)], "undo-of-nothing"],
    ["an undo of itself", [user("a"), undo(2)], "undo-of-nothing"],
    ["an undo of an undo", [user("a"), rewind(1), undo(2), undo(3)], "undo-of-nothing"],
    ["covers turned around", [user("a"), user("b"), compaction("s", [2, 1])], "covers-invalid"],
    ["covers that hold the compaction", [user("a"), compaction("s", [1, 2])], "covers-invalid"],
    [
      "a replacement of a block that is not there",
      [user("a"), replacement("1.1", text("b"))],
      "replacement-of-nothing",
    ],
    ["a replacement of a later block", [user("a"), replacement("2.0", text("b"))], "replacement-of-nothing"],
    [
      "a replacement of a summary",
      [user("a"), compaction("s", [1, 1]), replacement("2.0", text("b"))],
      "replacement-of-nothing",
    ],
    [
      "a replacement of another kind",
      [user("a"), replacement("1.0", image("0".repeat(64)))],
      "replacement-unlike",
    ],
    [
      "a replacement of another call",
      [agent([call("c")]), replacement("1.0", call("d"))],
      "replacement-unlike",
    ],
    [
      "a replacement of a call of another name",
      [agent([call("c", "ls")]), replacement("1.0", call("c", "rm"))],
      "replacement-unlike",
    ],
    [
      "a replacement of another result",
      [tools(answer("c")), replacement("1.0", answer("d"))],
      "replacement-unlike",
    ],
    [
      "a repeated id",
      [
        { ...user("a"), id: "x" },
        { ...user("b"), id: "x" },
      ],
      "id-repeated",
    ],
  ] as const)("refuses %s", (_, drafts, id) => {
    expect(misfit(...drafts)?.id).toBe(id)
  })
  it("refuses a gap and says what it expected", () => {
    const [first, second] = record(user("a"), user("b")).entries
    const { admit, entries } = admission()
    expect(second !== undefined && admit(second)).toEqual({
      ok: false,
      problem: { id: "seq-gap", facts: { expected: 1, found: 2 } },
    })
    expect(first !== undefined && admit(first).ok).toBe(true)
    expect(entries).toHaveLength(1)
  })
  it("goes on from entries that are there already, and leaves that list alone", () => {
    const { entries } = record(user("a"), user("b"))
    const before = entries.slice(0, 1)
    const taken = admission(before)
    expect(entries[1] !== undefined && taken.admit(entries[1]).ok).toBe(true)
    expect(before).toHaveLength(1)
    expect(taken.entries).toHaveLength(2)
  })
})

describe("findBlock", () => {
  const { entries } = record(
    user("a"),
    agent([text("b"), call("c")]),
    result("c", [text("d"), text("e")]),
    replacement("3.0", answer("c", [text("f")])),
    compaction("s", [1, 1]),
  )
  it.each([
    ["1.0", text("a")],
    ["2.1", call("c")],
    ["3.0.1", text("e")],
    ["4.0", answer("c", [text("f")])],
    ["4.0.0", text("f")],
    ["1.1", undefined],
    ["1.0.0", undefined],
    ["3.0.2", undefined],
    ["5.0", undefined],
    ["9.0", undefined],
  ])("%s", (id, found) => {
    expect(findBlock(entries, id)).toEqual(found)
  })
})
