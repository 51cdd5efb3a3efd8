import { describe, expect, it } from "vitest"
import {
  agent,
  call,
  compaction,
  type Draft,
  header,
  record,
  result,
  rewind,
  undo,
  user,
} from "#lib/record/build.ts"
import { planFork } from "./fork.ts"
import { planRewind } from "./rewind.ts"
import { planUndo, undoable } from "./undo.ts"

const entriesOf = (...drafts: readonly Draft[]) => record(...drafts).entries
const back = (drafts: readonly Draft[], to: number, keep = true) =>
  planRewind(entriesOf(...drafts), { to, keep })

const talk = [
  user("1"),
  agent("2"),
  user("3"),
  agent([call("a"), call("b")]),
  result("a"),
  result("b"),
  agent("7"),
]

describe("a rewind", () => {
  it("keeps the entry it goes to, or not", () => {
    expect(back(talk, 3)).toMatchObject({
      value: { drafts: [{ to: 3, keep: true }], kept: [1, 2, 3], dropped: [4, 5, 6, 7] },
    })
    expect(back(talk, 3, false)).toMatchObject({ value: { drafts: [{ to: 3, keep: false }], kept: [1, 2] } })
  })

  it.each([4, 5])("goes back before a round that entry %s would split, and says so", (to) => {
    const moved = { from: to, to: 3, why: "round" }
    expect(back(talk, to)).toMatchObject({ value: { drafts: [{ to: 3, keep: true }], moved } })
  })

  it("stays where a round is whole", () => {
    expect(back(talk, 6)).toMatchObject({ value: { kept: [1, 2, 3, 4, 5, 6] } })
    expect(back(talk, 4, false)).toMatchObject({ value: { drafts: [{ to: 4, keep: false }] } })
  })

  it.each([2, 3])(
    "goes back before a call whose result came behind what was said meanwhile (entry %s)",
    (to) => {
      const meanwhile = [user("1"), agent([call("a")]), user("also"), result("a"), agent("5")]
      expect(back(meanwhile, to)).toMatchObject({ value: { kept: [1], moved: { from: to, to: 1 } } })
    },
  )

  it("does not wait for a result that a later call with the id has", () => {
    const twice = [agent([call("a")]), user("2"), agent([call("a")]), result("a"), agent("5")]
    expect(back(twice, 2)).toMatchObject({ value: { kept: [1, 2] } })
    expect(back(twice, 4)).toMatchObject({ value: { kept: [1, 2, 3, 4] } })
  })

  it("takes no call that was only shown for one that closes another", () => {
    const shown = [user("1"), agent([call("a")]), agent([call("a")], { audience: "surface" }), result("a")]
    expect(back(shown, 2)).toMatchObject({ value: { kept: [1] } })
  })

  it("stays at a call that nothing ever answered", () => {
    const plan = back([user("1"), agent([call("a")]), user("3"), agent("4")], 2)
    expect(plan).toMatchObject({ value: { drafts: [{ to: 2, keep: true }] } })
    expect(plan.ok && plan.value.moved).toBeUndefined()
  })

  it("goes back to nothing where the first round would be split", () => {
    expect(back([agent([call("a")]), result("a"), user("3")], 1)).toMatchObject({
      value: { drafts: [{ to: 1, keep: false }], kept: [], dropped: [1, 2, 3] },
    })
  })

  it("returns to a branch that was left", () => {
    expect(back([user("1"), agent("2"), rewind(1), agent("other")], 2)).toMatchObject({
      value: { kept: [1], dropped: [4], returned: [2] },
    })
    expect(back([user("1"), agent("2"), user("3"), rewind(1)], 3)).toMatchObject({
      value: { returned: [2, 3] },
    })
  })

  it("refuses entries that are not there, and where nothing would change", () => {
    expect(back(talk, 8)).toMatchObject({ problem: { id: "plan-entry-unknown" } })
    expect(back(talk, 0)).toMatchObject({ problem: { id: "plan-entry-unknown" } })
    expect(back(talk, 7)).toMatchObject({ problem: { id: "plan-empty" } })
    expect(back([user("1"), header()], 1)).toMatchObject({ problem: { id: "plan-empty" } })
  })
})

describe("an undo", () => {
  const acts = entriesOf(user("1"), agent("2"), compaction("short", [1, 2]), user("4"), rewind(3), undo(5))

  it("takes back what is in force and nothing else", () => {
    expect(undoable(acts)).toEqual([3])
    expect(planUndo(acts, { of: [3] })).toMatchObject({
      value: { returned: [1, 2], drafts: [{ kind: "undo", of: 3 }] },
    })
    for (const of of [1, 5, 6])
      expect(planUndo(acts, { of: [of] })).toMatchObject({
        problem: { id: "undo-not-in-force", facts: { seq: of } },
      })
    expect(planUndo(acts, { of: [9] })).toMatchObject({ problem: { id: "plan-entry-unknown" } })
    expect(planUndo(acts, { of: [] })).toMatchObject({ problem: { id: "plan-empty" } })
  })
})

describe("a fork", () => {
  it("copies up to a whole round and says the header again", () => {
    const entries = entriesOf(header({ system: "be kind" }), ...talk)
    const plan = planFork(entries, { through: 6 })
    expect(plan).toMatchObject({
      value: {
        through: 4,
        moved: { from: 6, to: 4 },
        drafts: [{ kind: "header", reason: "resume", system: "be kind" }],
      },
    })
    expect(plan).toMatchObject({ value: { kept: [2, 3, 4], dropped: [5, 6, 7, 8] } })
  })

  it("has no header to say where the record has none", () => {
    expect(planFork(entriesOf(...talk), { through: 7 })).toMatchObject({ value: { through: 7, drafts: [] } })
  })

  it("refuses where nothing is left to copy", () => {
    expect(planFork(entriesOf(agent([call("a")]), result("a")), { through: 1 })).toMatchObject({
      problem: { id: "plan-empty" },
    })
  })
})
