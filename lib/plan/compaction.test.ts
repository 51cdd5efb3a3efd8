import { describe, expect, it } from "vitest"
import type { Draft } from "#lib/record/build.ts"
import {
  agent,
  answer,
  call,
  compaction,
  record,
  result,
  rewind,
  spoken,
  text,
  tools,
  undo,
  user,
} from "#lib/record/build.ts"
import { planCompaction } from "./compaction.ts"

const planned = (drafts: readonly Draft[], preserve: number) =>
  planCompaction(record(...drafts).entries, { summary: "in short", preserve })

const covers = (drafts: readonly Draft[], preserve: number) => {
  const plan = planned(drafts, preserve)
  const [draft] = plan.ok ? plan.value.drafts : []
  return draft?.kind === "compaction" ? draft.covers : undefined
}

const moved = (drafts: readonly Draft[], preserve: number) => {
  const plan = planned(drafts, preserve)
  return plan.ok ? plan.value.moved : undefined
}

const ids = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]

describe("where a compaction cuts", () => {
  it("leaves the newest messages as they are", () => {
    const talk = [user("1"), agent("2"), user("3"), agent("4")]
    expect(covers(talk, 2)).toEqual([1, 2])
    expect(covers(talk, 0)).toEqual([1, 4])
    expect(moved(talk, 2)).toBeUndefined()
  })

  it("moves back to the call when the tail would begin with its result, and says so", () => {
    const talk = [user("go"), agent("ok"), user("more"), agent([call("a")]), result("a"), agent("done")]
    expect(covers(talk, 2)).toEqual([1, 3])
    expect(moved(talk, 2)).toEqual({ from: 4, to: 3, why: "round" })
    expect(moved(talk, 3)).toBeUndefined()
  })

  it("takes ten parallel calls and their results whole or not at all", () => {
    const talk = [user("go"), agent(ids.map((id) => call(id))), ...ids.map((id) => result(id)), agent("read")]
    expect(covers(talk, 6)).toEqual([1, 1])
    expect(covers(talk, 1)).toEqual([1, 12])
  })

  it("keeps what was said in a message beside a result with the result's call", () => {
    const both = spoken("tool", { kind: "tool" }, [answer("a"), answer("b")])
    const talk = [user("go"), agent([call("a"), call("b")]), both, user("and?"), agent("done")]
    expect(covers(talk, 3)).toEqual([1, 1])
  })

  it("keeps a reply together that was stored as several messages", () => {
    const part = { responseId: "r1" }
    const talk = [user("go"), agent("thinking", part), agent([call("a")], part), result("a"), agent("done")]
    expect(covers(talk, 3)).toEqual([1, 1])
  })

  it("keeps a result that came twice with its call", () => {
    const talk = [user("go"), agent([call("a")]), result("a"), result("a"), agent("done")]
    expect(covers(talk, 2)).toEqual([1, 1])
  })

  it("does not count what was only shown", () => {
    const shown = spoken("system", { kind: "notice" }, "trust?", { audience: "surface" })
    const talk = [user("1"), agent("2"), user("3"), shown, agent("4")]
    expect(covers(talk, 2)).toEqual([1, 2])
  })

  it("refuses where nothing stands before the cut", () => {
    expect(planned([user("1"), agent("2")], 8)).toMatchObject({ problem: { id: "plan-empty" } })
    expect(planned([agent([call("a")]), result("a")], 1)).toMatchObject({ problem: { id: "plan-empty" } })
    expect(planned([], 0)).toMatchObject({ problem: { id: "plan-empty" } })
  })

  it("refuses a summary that says nothing", () => {
    const plan = planCompaction(record(user("1"), agent("2")).entries, { summary: " \n", preserve: 1 })
    expect(plan).toMatchObject({ problem: { id: "summary-blank" } })
  })
})

describe("a compaction of what was compacted", () => {
  const once = [
    user("1"),
    agent("2"),
    user("3"),
    agent("4"),
    compaction("first", [1, 2]),
    user("6"),
    agent("7"),
  ]

  it("stands for the older one too", () => {
    const plan = planned(once, 2)
    expect(plan).toMatchObject({ value: { dropped: [3, 4], kept: [6, 7], drafts: [{ covers: [3, 4] }] } })
  })

  it("has nothing to do where only the older summary stands before the cut", () => {
    expect(planned(once, 4)).toMatchObject({ problem: { id: "plan-empty" } })
  })

  it("works on the line: what was rewound is neither counted nor covered", () => {
    expect(covers([user("1"), agent("2"), user("3"), rewind(2), user("5"), agent("6")], 2)).toEqual([1, 2])
    expect(planned([...once, rewind(4)], 2)).toMatchObject({ value: { dropped: [1, 2], kept: [3, 4] } })
    expect(planned([...once, undo(5)], 4)).toMatchObject({ value: { dropped: [1, 2] } })
  })
})

it("says what it keeps, drops and which rounds it takes", () => {
  const talk = [user("go"), agent([text("ok"), call("a")]), tools(answer("a")), agent("done"), user("next")]
  expect(planned(talk, 1)).toMatchObject({
    value: {
      kind: "compaction",
      head: 5,
      kept: [5],
      dropped: [1, 2, 3, 4],
      returned: [],
      changed: [],
      rounds: [2, 4],
    },
  })
})
