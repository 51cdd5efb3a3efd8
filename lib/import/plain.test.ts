import fc from "fast-check"
import { expect, test } from "vitest"
import { anyRecord } from "#lib/record/arbitrary/record.ts"
import type { Entry } from "#lib/record/entry.ts"
import { parseEntry, printLine } from "#lib/record/record.ts"
import { isPlain } from "./plain.ts"

const origin = { segment: "0".repeat(64), lines: [1, 2] } as const
const said = {
  seq: 1,
  id: "a",
  at: "2026-03-17T10:00:00.000Z",
  kind: "message",
  role: "assistant",
  speaker: { kind: "agent" },
  responseId: "m",
  maker: { provider: "anthropic", api: "messages", model: "x" },
  stop: "end",
  blocks: [
    { kind: "reasoning", text: "", proof: { kind: "anthropic-signature", value: "s" } },
    { kind: "text", text: "hi" },
    { kind: "tool-call", callId: "c", name: "x", arguments: "{}" },
  ],
  usage: { input: 1, cacheRead: 0, output: 2 },
  origin,
} as const satisfies Entry
const answered = {
  seq: 2,
  id: "b",
  at: null,
  kind: "message",
  role: "tool",
  speaker: { kind: "tool" },
  blocks: [
    { kind: "tool-result", callId: "c", name: "x", isError: false, content: [{ kind: "text", text: "ok" }] },
  ],
  origin,
} as const satisfies Entry
const noticed = {
  seq: 3,
  id: "c",
  at: null,
  kind: "message",
  role: "user",
  speaker: { kind: "notice", name: "task", label: "as-sent" },
  blocks: [{ kind: "text", text: "done" }],
  audience: "surface",
  derived: true,
  origin,
} as const satisfies Entry
const plain: readonly Entry[] = [said, answered, noticed]

/** What the schema makes of an entry, as its line. */
const stored = (entry: Entry): string | undefined => {
  const parsed = parseEntry(entry)
  return parsed.ok ? printLine(parsed.value) : undefined
}

test("what long sessions are made of is plain", () => {
  for (const entry of plain) {
    expect(isPlain(entry)).toBe(true)
    expect(stored(entry)).toBe(printLine(entry))
  }
})

test("what is plain, the schema takes as it stands", () => {
  const junk = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom<unknown>(undefined, Number.NaN, -1, 1.5, "", "\n", 2 ** 60),
  )
  const bend = (value: unknown, steps: readonly number[], by: unknown): unknown => {
    const [step, ...rest] = steps
    if (step === undefined || typeof value !== "object" || value === null) return by
    if (Array.isArray(value))
      return value.map((item, index) => (index === step % value.length ? bend(item, rest, by) : item))
    const keys = Object.keys(value)
    if (step === 30) return { ...value, extra: by }
    if (step === 31) return Object.fromEntries(Object.entries(value).toReversed())
    const key = keys[step % keys.length]
    const members = Object.entries(value).filter(([name]) => name !== key || step < 20)
    return Object.fromEntries(
      members.map(([name, item]) => [name, name === key ? bend(item, rest, by) : item]),
    )
  }
  let yes = 0
  const check = (entry: Entry): void => {
    if (!isPlain(entry)) return
    yes++
    expect(stored(entry)).toBe(printLine(entry))
  }
  const steps = fc.array(fc.nat({ max: 31 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(
      fc.constantFrom(...plain),
      steps,
      junk,
      (entry, path, by) => check(bend(entry, path, by) as Entry), // any value may be asked about
    ),
    { numRuns: 3000 },
  )
  fc.assert(
    fc.property(anyRecord(14), ({ entries }) => entries.forEach((entry) => void check({ ...entry, origin }))),
  )
  expect(yes).toBeGreaterThan(20)
})
