import { describe, expect, it } from "vitest"
import { targets } from "#lib/dialect/targets.ts"
import { errorsOf } from "#lib/lint/of-projection.ts"
import { cutFor, planCompaction } from "#lib/plan/compaction.ts"
import { planFork } from "#lib/plan/fork.ts"
import { planMicrocompaction } from "#lib/plan/microcompaction.ts"
import { afterwards, type Plan, type Planned } from "#lib/plan/plan.ts"
import { planRewind } from "#lib/plan/rewind.ts"
import { summaryPrompt } from "#lib/plan/summary-prompt.ts"
import { type Projection, project } from "#lib/project.ts"
import { objectBytes } from "#lib/record/arbitrary/media.ts"
import {
  agent,
  answer,
  call,
  compaction,
  type Draft,
  header,
  record,
  result,
  tools,
  user,
} from "#lib/record/build.ts"
import type { Entry } from "#lib/record/entry.ts"
import { planLines } from "#lib/view/plan-lines.ts"
import { body, type Chat, chat } from "./crossed.ts"

/** What failed in the field when history was let go: what is planned here, and how it crosses to every target. */

const entriesOf = (...drafts: readonly Draft[]) => record(header(), ...drafts).entries

const must = (planned: Planned): Plan => {
  if (!planned.ok) throw new Error(planned.problem.id)
  return planned.value
}
const compacted = (entries: readonly Entry[], preserve: number): Plan =>
  must(planCompaction(entries, { summary: "in short", preserve }))

const wire = (entries: readonly Entry[], of: (typeof targets)[number]): Projection =>
  project({ entries }, of, { objects: objectBytes })

const parted: ReadonlySet<string> = new Set(["result-orphan", "result-outside", "call-unanswered"])

/** On every target: accepted, and no call or result stands without the other. */
const wholeEverywhere = (entries: readonly Entry[]): void => {
  for (const target of targets) {
    const projection = wire(entries, target)
    const reasons = projection.crossings.all().map(({ reason }) => reason)
    expect([target.id, errorsOf(projection)]).toEqual([target.id, []])
    expect([target.id, reasons.filter((reason) => parted.has(reason ?? ""))]).toEqual([target.id, []])
  }
}

const go = user("go")
const on = user("on")
const ten = Array.from({ length: 10 }, (_, n) => `c${n}`)

describe("a cut that would split a round goes back to before it", () => {
  it("8: where a call's output would fall on the other side", () => {
    const entries = entriesOf(go, agent("so"), on, agent([call("c")]), result("c", "done"))
    const plan = compacted(entries, 1)
    expect([plan.dropped, plan.kept]).toEqual([
      [2, 3, 4],
      [5, 6],
    ])
    wholeEverywhere(afterwards(entries, plan))
  })

  it("10: where the newest four by count begin with a result", () => {
    const entries = entriesOf(
      go,
      agent([call("a")]),
      result("a"),
      agent([call("b")]),
      result("b"),
      agent("so"),
    )
    const plan = compacted(entries, 4)
    expect(plan.kept).toEqual([3, 4, 5, 6, 7])
    wholeEverywhere(afterwards(entries, plan))
  })

  it("13: wherever somebody wishes it, and it says why", () => {
    const entries = entriesOf(go, agent([call("a")]), result("a"), on)
    const plan = compacted(entries, 2)
    expect(plan.moved).toEqual({ from: 3, to: 2, why: "round" })
    expect(planLines(plan).join("\n")).toContain("a round would have been split")
    wholeEverywhere(afterwards(entries, plan))
  })

  it.each([1, 3, 6, 9])("15: ten parallel calls stay or go together (newest %i)", (preserve) => {
    const entries = entriesOf(go, agent(ten.map((id) => call(id))), ...ten.map((id) => result(id, id)))
    const plan = compacted(entries, preserve)
    expect(plan.kept).toEqual(entries.slice(2).map(({ seq }) => seq))
    const after = afterwards(entries, plan)
    wholeEverywhere(after)
    for (const target of targets.filter(({ dialect }) => dialect === "chat" || dialect === "responses"))
      for (const id of ten) expect(wire(after, target).wire.text()).toContain(`"${id}"`)
  })

  it("16: a result never stands without the reply that holds its call", () => {
    const entries = entriesOf(go, agent([call("a")]), result("a"))
    expect(compacted(entries, 1).kept).toEqual([3, 4])
    const cut = entriesOf(go, agent([call("a")]), compaction("sum", [2, 3]), result("a", "found"))
    for (const target of targets.filter(({ dialect }) => dialect === "chat")) {
      const { messages }: { messages: readonly Chat[] } = JSON.parse(wire(cut, target).wire.text())
      expect(messages.map(({ role }) => role)).not.toContain("tool")
      expect(JSON.stringify(messages.at(-1))).toContain("found")
    }
  })

  it("67: a slice that begins with a call begins with a user's turn", () => {
    const entries = entriesOf(go, agent("so"), agent([call("a")]), result("a"), on)
    const after = afterwards(entries, compacted(entries, 3))
    const gemini = targets.filter(({ dialect }) => dialect === "gemini")
    for (const target of gemini)
      expect(JSON.parse(wire(after, target).wire.text()).contents[0].role).toBe("user")
    wholeEverywhere(after)
  })

  it("105: a fork from the middle of a round is taken from before it, so that no finished command runs again", () => {
    const entries = entriesOf(go, agent([call("a")]), user("also"), result("a", "done"), agent("so"))
    for (const through of [3, 4]) {
      const plan = must(planFork(entries, { through }))
      expect(plan).toMatchObject({ through: 2, moved: { from: through, to: 2 } })
      wholeEverywhere(afterwards(entries, plan))
    }
  })
})

describe("what goes takes with it what was made for it", () => {
  const open = [go, agent([call("a")]), on, agent("so"), on]

  it("11: the results that were made for calls without one", () => {
    const entries = entriesOf(...open)
    const after = afterwards(entries, compacted(entries, 2))
    for (const target of targets) {
      const made = (of: readonly Entry[]) =>
        wire(of, target)
          .crossings.all()
          .filter(({ reason }) => reason === "call-unanswered").length
      expect([target.id, made(after)]).toEqual([target.id, 0])
      expect(made(entries) > 0 || target.dialect === "prior-turns").toBe(true)
    }
  })

  it("12: a note beside a result stays, and the result is the user's text; no stored summary changes", () => {
    const entries = entriesOf(
      go,
      agent([call("a")]),
      compaction("sum", [2, 3]),
      result("a", "found"),
      user("note"),
    )
    for (const target of targets) {
      const projection = wire(entries, target)
      const orphan = projection.crossings.all().filter(({ reason }) => reason === "result-orphan")
      expect([target.id, orphan.length > 0, errorsOf(projection)]).toEqual([target.id, true, []])
      for (const words of ["sum", "found", "note"]) expect(projection.wire.text()).toContain(words)
    }
    const whole = entriesOf(go, agent([call("a")]), result("a", "found"), user("note"))
    expect(compacted(whole, 2).kept).toEqual([3, 4, 5])
  })
})

describe("what is below a limit stays as it is", () => {
  const entries = entriesOf(go, agent([call("a")]), result("a", "short"))

  it("17: nothing is planned, so nothing is written and nothing is lost", () => {
    const empty = { ok: false, problem: { id: "plan-empty" } }
    expect(planCompaction(entries, { summary: "in short", preserve: 3 })).toMatchObject(empty)
    expect(planMicrocompaction(entries, { keep: 0 })).toMatchObject(empty)
    expect(planMicrocompaction(entries, { keep: 1 })).toMatchObject(empty)
    wholeEverywhere(entries)
  })
})

describe("what is sent for a summary, and after one", () => {
  it("4: over calls without results the prompt is words alone, and nothing in it is refused", () => {
    const entries = entriesOf(
      go,
      agent([call("bash_122")]),
      on,
      agent([call("b"), call("c")]),
      result("b"),
      on,
    )
    const cut = cutFor(entries, 0)
    if (!cut.ok) throw new Error(cut.problem.id)
    const { text } = summaryPrompt(entries, cut.value, () => [])
    expect(text).toContain("bash_122")
    wholeEverywhere(entriesOf(user(text)))
  })

  it("75: where no user's turn is left, the summary is one", () => {
    const entries = entriesOf(go, agent([call("a")]), result("a"), agent("so"))
    const after = afterwards(entries, compacted(entries, 1))
    wholeEverywhere(after)
    const drafts = [go, agent([call("a")]), result("a"), agent("so"), compaction("in short", [2, 4])]
    expect(chat("openai-compatible", ...drafts).map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "user",
    ])
  })

  it("79: tools of what stays are declared where a row demands it, and none of what went", () => {
    const old = [agent([call("a", "old")]), tools(answer("a", "ok", "old"))]
    const kept = body([header(), go, ...old, compaction("in short", [2, 2]), on], "bedrock")
    expect(kept.toolConfig.tools[0].toolSpec.name).toBe("old")
    expect(
      body([header(), go, ...old, compaction("in short", [2, 4]), on], "bedrock").toolConfig,
    ).toBeUndefined()
  })
})

it("107: going back names an entry, so that going back once more takes nothing more away", () => {
  const entries = entriesOf(go, agent("so"), on, agent("more"))
  const once = afterwards(entries, must(planRewind(entries, { to: 3, keep: true })))
  const twice = must(planRewind(once, { to: 3, keep: true }))
  expect([twice.kept, twice.dropped]).toEqual([[2, 3], []])
  for (const target of targets)
    expect(wire(afterwards(once, twice), target).wire.text()).toBe(wire(once, target).wire.text())
})
