import { describe, expect, it } from "vitest"
import { lineOf } from "#lib/line/line.ts"
import {
  agent,
  answer,
  call,
  type Draft,
  failure,
  found,
  image,
  notice,
  record,
  result,
  search,
  text,
  tools,
  user,
} from "#lib/record/build.ts"
import { loneQuotes, quotesAdded } from "#lib/record/quotes.ts"
import { planMicrocompaction } from "./microcompaction.ts"
import { afterwards, stale } from "./plan.ts"
import { planRepair, quotesInForce } from "./repair.ts"
import { planUndo } from "./undo.ts"

const entriesOf = (...drafts: readonly Draft[]) => record(...drafts).entries
const long = "x".repeat(500)

describe("a microcompaction", () => {
  const entries = entriesOf(
    agent([call("a"), call("b"), call("c")]),
    tools(answer("a", long), failure("b", [text(long), image("0".repeat(64))]), answer("c", "short")),
    agent([call("d")]),
    result("d", long),
  )

  it("clears older results, names tool and size, and keeps the newest whole", () => {
    const plan = planMicrocompaction(entries, { keep: 1 })
    expect(plan).toMatchObject({
      value: {
        changed: ["2.0", "2.0.0", "2.1", "2.1.0", "2.1.1"],
        counts: { results: 2, characters: 1000 },
        rounds: [1],
      },
    })
    expect(plan.ok && plan.value.drafts[0]).toMatchObject({
      of: "2.0",
      reason: "cleared",
      with: {
        callId: "a",
        name: "bash",
        isError: false,
        content: [{ text: expect.stringMatching(/bash.*cleared.*500/) }],
      },
    })
    expect(plan.ok && plan.value.drafts[1]).toMatchObject({
      with: { isError: true, content: [{ text: expect.stringMatching(/1 picture/) }] },
    })
  })

  it("clears nothing twice, and by size only what is large enough", () => {
    const plan = planMicrocompaction(entries, { keep: 1 })
    if (!plan.ok) throw new Error("no plan")
    const empty = { problem: { id: "plan-empty" } }
    expect(planMicrocompaction(afterwards(entries, plan.value), { keep: 1 })).toMatchObject(empty)
    expect(planMicrocompaction(entries, { keep: 0, least: 501 })).toMatchObject({
      value: { counts: { results: 1 } },
    })
    expect(planMicrocompaction(entries, { keep: 4 })).toMatchObject(empty)
  })

  it("is taken back as one act", () => {
    const plan = planMicrocompaction(entries, { keep: 0 })
    if (!plan.ok) throw new Error("no plan")
    const after = afterwards(entries, plan.value)
    const undo = planUndo(after, { of: after.slice(entries.length).map(({ seq }) => seq) })
    if (!undo.ok) throw new Error("no undo")
    expect(lineOf(afterwards(after, undo.value)).items).toEqual(lineOf(entries).items)
  })

  it("leaves a provider's own results", () => {
    const own = entriesOf(agent([search("s"), found("s"), text("so")]), agent("more"))
    expect(planMicrocompaction(own, { keep: 0 })).toMatchObject({ problem: { id: "plan-empty" } })
  })
})

describe("lone escaped quotes", () => {
  it.each([
    ['say \\"hi\\"', 2],
    ['say "hi"', 0],
    ['twice \\\\"hi\\\\"', 0],
    ['in `code \\"x\\"` not', 0],
    ['```\necho \\"x\\"\n```\nbut \\"here\\"', 2],
    ['    echo \\"x\\"\n', 0],
    ["", 0],
    ['- x\n  ```\n  \\"a\n  ```\n\\"', 1],
    ['> ```\n> \\"a\n> ```\n\n\\"', 1],
    ['1. a\n\n   ```js\n   \\"x\n\n   \\"y\n   ```\n   \\"z', 1],
    ['\\`\\"\\`', 1],
    ['* a `x\n  \\"` \\"', 1],
  ])("of %j are %i", (prose, count) => {
    expect(loneQuotes(prose)).toHaveLength(count)
  })

  it.each(["> ", "- ", "[", "*", "[](", "<a ", "``` "])(
    "are found behind %j twenty thousand times",
    (nests) => {
      expect(loneQuotes(`${nests.repeat(20_000)}\n\n\\"`)).toHaveLength(1)
    },
  )
})

describe("a repair", () => {
  const mirrored = 'I ran \\"ls\\" and `echo \\"x\\"`'
  const entries = entriesOf(user(mirrored), agent(mirrored), notice(mirrored), agent("plain"))

  it("turns them plain in the agent's own prose alone, outside code", () => {
    expect(planRepair(entries)).toMatchObject({
      value: {
        counts: { quotes: 2, signed: 0 },
        drafts: [{ of: "2.0", reason: "repaired", with: { text: 'I ran "ls" and `echo \\"x\\"`' } }],
      },
    })
  })

  it("changes nothing when it is run again", () => {
    const plan = planRepair(entries)
    if (!plan.ok) throw new Error("no plan")
    expect(planRepair(afterwards(entries, plan.value))).toMatchObject({ problem: { id: "plan-empty" } })
  })

  it("goes on where an earlier one was cut off", () => {
    const two = entriesOf(agent(mirrored), agent(mirrored))
    const plan = planRepair(two)
    if (!plan.ok) throw new Error("no plan")
    const half = afterwards(two, { drafts: plan.value.drafts.slice(0, 1) })
    expect(planRepair(half)).toMatchObject({ value: { drafts: [{ of: "2.0" }] } })
  })

  it("leaves a signed text, and says how many it leaves", () => {
    const signed = { ...text(mirrored), proof: { kind: "gemini-signature", value: "sig" } } as const
    expect(planRepair(entriesOf(agent([signed, text(mirrored)])))).toMatchObject({
      value: { counts: { quotes: 2, signed: 2 }, drafts: [{ of: "1.1" }] },
    })
  })

  it("lowers the number that stands, and its undo brings it back", () => {
    const plan = planRepair(entries)
    if (!plan.ok) throw new Error("no plan")
    const after = afterwards(entries, plan.value)
    const undo = planUndo(after, { of: [5] })
    if (!undo.ok) throw new Error("no undo")
    const states = [entries, after, afterwards(after, undo.value)]
    expect(states.map(quotesInForce)).toEqual([2, 0, 2])
    expect(states.map(quotesAdded)).toEqual([2, null, null])
  })

  it("leaves out its provider's own JSON, which holds the text as it was", () => {
    const native = { api: "messages", json: `{"type":"text","text":${JSON.stringify(mirrored)}}` }
    const plan = planRepair(entriesOf(agent([{ ...text(mirrored), native }])))
    expect(plan.ok && plan.value.drafts[0]).toMatchObject({
      with: { kind: "text", text: expect.any(String) },
    })
    expect(JSON.stringify(plan)).not.toContain("native")
  })
})

it("a plan is refused for a record that has grown, and what came in between is named", () => {
  const entries = entriesOf(agent('\\"'), agent('\\"'))
  const plan = planRepair(entries)
  if (!plan.ok) throw new Error("no plan")
  expect(stale(plan.value, entries)).toBeUndefined()
  expect(stale(plan.value, entriesOf(agent('\\"'), agent('\\"'), user("3"), agent("4")))).toEqual({
    id: "plan-stale",
    facts: { planned: 2, head: 4, between: "2 message" },
  })
})
