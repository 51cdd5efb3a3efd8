import { describe, expect, it } from "vitest"
import { targets } from "#lib/dialect/targets.ts"
import { line, prompt, read, said, system, text as words } from "#lib/import/claude-code/build.ts"
import { readSource } from "#lib/import/read-source.ts"
import { lineOf } from "#lib/line/line.ts"
import { type Options, project } from "#lib/project.ts"
import { agent, call, compaction, header, record, result, rewind, text, user } from "#lib/record/build.ts"
import type { Entry } from "#lib/record/entry.ts"
import { printLine } from "#lib/record/record.ts"
import { cardsOf, type Piece } from "#lib/view/chat-cards.ts"
import { chatOf } from "#lib/view/chat-opening.ts"
import { body } from "./crossed.ts"

/** What failed in the field, by its number in `cases.md`: what is shown of a session, and what becomes of it over time. */

const objects: Options["objects"] = () => undefined

/** The bodies of some entries for every target. */
const wires = (entries: readonly Entry[], policies: Partial<Options> = {}): readonly string[] =>
  targets.map((target) => project({ entries }, target, { ...policies, objects }).wire.text())

const pieces = (entries: readonly Entry[]): readonly Piece[] =>
  cardsOf(chatOf(entries).items, false).flatMap((card) => (card.is === "said" ? card.pieces : []))

const rounds = [
  header(),
  user("go"),
  agent([text("I look."), call("a"), call("b", "grep", '{"pattern":"x"}')]),
  result("a", "one line"),
  result("b", "another line"),
  agent("done"),
  user("on"),
]

describe("limits", () => {
  it("17: that are not reached change nothing", () => {
    const { entries } = record(...rounds)
    expect(wires(entries, { lastCalls: 2, maxToolChars: 15 })).toEqual(wires(entries))
    expect(wires(entries, { lastCalls: 1 })).not.toEqual(wires(entries))
  })

  it("97: binary output is capped in the request, and whole in the record", () => {
    const bytes = Array.from({ length: 5000 }, (_, at) => String.fromCharCode(at % 32)).join("")
    const { entries } = record(header(), user("go"), agent([call("a")]), result("a", bytes), user("on"))
    for (const wire of wires(entries, { maxToolChars: 400 })) expect(wire.length).toBeLessThan(12_000)
    expect(JSON.stringify(entries)).toContain(JSON.stringify(bytes).slice(1, -1))
    const [piece] = pieces(entries).filter(({ is }) => is === "call")
    expect(piece).toMatchObject({ result: { content: [{ text: { chars: 5000 } }] } })
  })
})

describe("what a viewer joins", () => {
  it("26: a result that comes before its call is shown with it once it is there", () => {
    const { entries } = record(
      user("go"),
      { kind: "turn", turn: 1, phase: "start" },
      result("a", "early"),
      agent([call("a")]),
    )
    expect(pieces(entries.slice(0, 3)).map(({ is }) => is)).toEqual(["block", "block"])
    expect(pieces(entries).at(-1)).toMatchObject({ is: "call", state: "answered" })
  })

  it("58: arguments that are no JSON are shown as they were written", () => {
    const raw = '{"command": "ls", '
    const { entries } = record(user("go"), agent([call("a", "bash", raw)]))
    expect(JSON.stringify(pieces(entries))).toContain(JSON.stringify(raw).slice(1, -1))
  })

  it("67: what begins with a call gets a user's turn before it", () => {
    const drafts = [header(), agent([call("a")]), result("a"), user("on")]
    const [first] = body(drafts, "gemini").contents
    expect(first).toMatchObject({ role: "user" })
  })
})

describe("sessions that repeat themselves", () => {
  const early = [prompt("a", null, "first"), said("b", "a", [words("one")])]
  const late = [prompt("c", "b", "second"), said("d", "c", [words("two")])]
  const boundary = (u: string, last: string): string =>
    system(u, null, "compact_boundary", { logicalParentUuid: last, compactMetadata: {} })
  const summary = (u: string, p: string, of: string): string =>
    prompt(u, p, of, { isCompactSummary: true, isVisibleInTranscriptOnly: true })

  const twice = [
    ...[...early, boundary("x", "b"), summary("y", "x", "It began.")],
    ...[
      ...late,
      boundary("v", "d"),
      ...early,
      ...late,
      summary("w", "v", "It went on."),
      prompt("e", "w", "third"),
    ],
  ]

  it("80: what a second compaction appends again is no second time there, and only its summary crosses", () => {
    const { records, receipt } = read(...twice)
    expect(receipt.duplicate).toBe(4)
    const entries = records[0]?.entries ?? []
    for (const wire of wires(entries)) {
      expect(wire).toContain("It went on.")
      expect(wire).toContain("third")
      expect(wire).not.toMatch(/first|second|It began/)
    }
  })

  it("81: a request begins with the summary, without what it replaces", () => {
    const { entries } = record(...rounds, compaction("They looked.", [2, 6]))
    const before = lineOf(entries).items.map(({ kind }) => kind)
    expect(before).toEqual(["summary", "message"])
    for (const wire of wires(entries)) expect(wire).not.toContain("another line")
  })

  it("82: the same lines with other times are duplicates, and are counted", () => {
    const again = twice.map((one) => one.replaceAll("2026-03-17T10", "2026-03-18T11"))
    const once = read(...twice)
    const both = read(...twice, ...again)
    expect(both.receipt.kept).toBe(once.receipt.kept)
    expect(both.receipt.duplicate).toBeGreaterThan(once.receipt.duplicate)
    expect(wires(both.records[0]?.entries ?? [])).toEqual(wires(once.records[0]?.entries ?? []))
  })

  it("83: a session that is read again sends what it sent while it was live, byte for byte", () => {
    const live = record(...rounds, compaction("They looked.", [2, 4]), user("more"))
    const log = [live.header, ...live.entries].map((each) => `${printLine(each)}\n`).join("")
    const reading = readSource({ name: "session.crossing.jsonl", text: log })
    if (!reading.ok) throw new Error(reading.problem.id)
    expect(wires(reading.value.records[0]?.entries ?? [])).toEqual(wires(live.entries))
  })
})

describe("who said it", () => {
  const speakers = (...lines: readonly string[]) =>
    chatOf(read(...lines).records[0]?.entries ?? []).items.map((item) =>
      item.is === "said" ? item.speaker.kind : item.is,
    )

  it("84: a background task's notice is no person's word", () =>
    expect(
      speakers(prompt("a", null, "<task-notification>\n<status>done</status>\n</task-notification>")),
    ).toEqual(["notice"]))

  it("85: what a hook says is no person's word", () =>
    expect(speakers(prompt("a", null, "Stop hook feedback:\n- lint failed"))).toEqual(["notice"]))

  it("86: what the tool tells a person is shown, as a notice, and crosses nowhere", () => {
    const lines = [prompt("a", null, "go"), system("b", "a", "informational", { content: "Log in again" })]
    expect(speakers(...lines)).toEqual(["human", "notice"])
    for (const wire of wires(read(...lines).records[0]?.entries ?? []))
      expect(wire).not.toContain("Log in again")
  })

  it("87: a reminder among a person's words is a notice of its own, and its text crosses as it stands", () => {
    const reminder = "<system-reminder>\nMind the gap.\n</system-reminder>"
    const lines = [
      line("a", null, { type: "user", message: { role: "user", content: [words(reminder), words("go")] } }),
    ]
    expect(speakers(...lines)).toEqual(["notice", "human"])
    for (const wire of wires(read(...lines).records[0]?.entries ?? []))
      expect(wire).toContain(JSON.stringify(reminder).slice(1, -1))
  })
})

it("107: going back names its entry, so going back again takes nothing more away", () => {
  const once = record(...rounds, rewind(2), user("else")).entries
  const again = record(...rounds, rewind(2), rewind(2), user("else")).entries
  expect(wires(again)).toEqual(wires(once))
})
