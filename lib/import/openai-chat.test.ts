import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import type { Entry } from "#lib/record/entry.ts"
import { readSource, type SourceReading } from "./read-source.ts"

const sample = (name: string): string =>
  readFileSync(new URL(`./samples/openai-chat/${name}`, import.meta.url), "utf8")
const read = (text: string): SourceReading => {
  const reading = readSource({ name: "x", text })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problem))
  return reading.value
}
const entries = (text: string): readonly Entry[] => read(text).records[0]?.entries ?? []
const list = (...messages: readonly unknown[]): readonly Entry[] => entries(JSON.stringify(messages))

test("a body gives its header, the leading system text in it", () => {
  const [header, ...rest] = entries(sample("body.json"))
  expect(header).toMatchObject({
    kind: "header",
    reason: "import",
    target: { provider: "openai", dialect: "chat", model: "gpt-5-mini" },
    params: { maxTokens: 800, temperature: 0.2, toolChoice: "auto", parallel: true },
    system: "You plan ferry departures. Answer in one sentence.",
    origin: { pointer: "" },
  })
  if (header?.kind !== "header") throw new Error("a header")
  expect(header.params.extra).toBe('{"response_format":{\n    "type": "text"\n  }}')
  expect(sample("body.json")).toContain(header.tools?.[0]?.inputSchema ?? "-")
  expect(rest.map((entry) => (entry.kind === "message" ? [entry.role, entry.speaker.kind] : []))).toEqual([
    ["user", "human"],
    ["assistant", "agent"],
    ["tool", "tool"],
    ["tool", "tool"],
    ["assistant", "agent"],
    ["system", "context"],
    ["user", "human"],
  ])
  expect(rest[0]).toMatchObject({ origin: { pointer: "/messages/1" } })
})

test("pictures in data: URLs are objects, others stay URLs; arguments stay the strings they were", () => {
  const reading = read(sample("body.json"))
  const [, first, second, third] = reading.records[0]?.entries ?? []
  expect(first).toMatchObject({
    blocks: [
      { kind: "text" },
      { kind: "image", object: reading.objects[0]?.sha256, width: 8, height: 8 },
      { kind: "image", url: "https://pictures.example/berth.png" },
    ],
  })
  expect(second).toMatchObject({
    maker: { provider: "openai", api: "chat", model: "gpt-5-mini" },
    blocks: [
      { kind: "reasoning", text: "Two calls would do: today's tides, and the draught of the ferry." },
      { kind: "tool-call", callId: "call_tide1", arguments: '{"harbour": "Esbjerg", "day":"2026-03-17"}' },
      { kind: "tool-call", callId: "call_draught1", name: "vessel" },
    ],
  })
  expect(third).toMatchObject({ blocks: [{ name: "tide_table", callId: "call_tide1", isError: false }] })
})

test("each run of a list is a record, known by where it stands and how it begins", () => {
  const { records, receipt } = read(sample("runs.json"))
  expect(receipt).toMatchObject({ read: 10, kept: 10 })
  expect(records.map(({ header }) => header.title)).toEqual(["Task 0", "Task 1"])
  expect(new Set(records.map(({ header }) => header.id)).size).toBe(2)
  expect(records[1]?.entries.at(-1)).toMatchObject({ origin: { pointer: "/1/traj/4" } })
})

test("a log of a client library holds what it sent on and the reply, and no header of its own", () => {
  const reading = read(sample("log.json"))
  const [header, , reply] = reading.records[0]?.entries ?? []
  expect(header).toMatchObject({
    target: { model: "gpt-5-mini" },
    params: { maxTokens: 256, temperature: 0 },
  })
  expect(JSON.stringify(reading.records)).not.toContain("not for anyone")
  expect(reply).toMatchObject({
    role: "assistant",
    responseId: "chatcmpl-tide",
    at: "2026-03-17T10:00:05.000Z",
    stop: "tool-calls",
    usage: { input: 212, cacheRead: 128, output: 31, reasoning: 12 },
    blocks: [{ kind: "text" }, { kind: "tool-call", callId: "call_t9" }],
    origin: { pointer: "/response" },
  })
  expect(reading.receipt.read).toBe(2)
})

describe("lines", () => {
  test("each line is a record; the same line again is a duplicate, a broken one stands with the record before", () => {
    const lines = sample("fine-tuning.jsonl").trim().split("\n")
    const reading = read([...lines, lines[0], "{", "", '{"messages":"none"}'].join("\n"))
    expect(reading.receipt).toMatchObject({ read: 7, kept: 3, duplicate: 1, structural: 1, unread: 2 })
    expect(reading.unread).toEqual([
      { line: 5, why: "json-invalid" },
      { line: 7, why: "messages-missing" },
    ])
    expect(reading.records.map(({ entries: of }) => of.length)).toEqual([3, 3, 5])
    expect(reading.records[0]?.entries[0]).toMatchObject({
      kind: "header",
      system: "You answer with a harbour code.",
    })
  })
  test("a batch names its records", () => {
    expect(read(sample("batch.jsonl")).records.map(({ header }) => header.title)).toEqual([
      "tide-0",
      "tide-1",
    ])
  })
})

test("odd messages", () => {
  const of = list(
    { role: "user", content: "x" },
    {
      role: "assistant",
      content: "",
      tool_calls: [{ id: "a", type: "custom", custom: { name: "sql", input: "select 1" } }, 7],
    },
    { role: "tool", tool_call_id: "a", content: [{ type: "text", text: "1" }, { type: "odd" }] },
    { role: "assistant", content: null, function_call: { name: "old", arguments: "{" } },
    { role: "function", name: "old", content: null },
    { role: "assistant", content: [{ type: "refusal", refusal: "No." }], refusal: null },
    {
      role: "user",
      content: [{ type: "input_audio", input_audio: { data: "AAAA", format: "mp3" } }, { type: "later" }],
    },
    { role: "wizard", content: "?" },
    { role: "assistant", content: { odd: true } },
  )
  expect(of.slice(1)).toMatchObject([
    {
      blocks: [
        { form: "custom", name: "sql", arguments: "select 1" },
        { kind: "opaque", source: "chat", json: "7" },
      ],
    },
    { blocks: [{ name: "sql", content: [{ text: "1" }, { text: '{"type":"odd"}' }] }] },
    { blocks: [{ kind: "tool-call", name: "old", arguments: "{", callId: "function_call:old" }] },
    { blocks: [{ kind: "tool-result", name: "old", callId: "function_call:old", content: [] }] },
    { blocks: [{ kind: "text", text: "No." }] },
    {
      blocks: [
        { kind: "file", mediaType: "audio/mp3" },
        { kind: "opaque", json: '{"type":"later"}' },
      ],
    },
    { kind: "unread", why: "message-unknown", raw: '{"role":"wizard","content":"?"}' },
    { kind: "unread", why: "message-unknown" },
  ])
})

test("a list without model, tools and system text has no header; with system text alone, one of no dialect", () => {
  expect(list({ role: "user", content: "x" }).map(({ kind }) => kind)).toEqual(["message"])
  expect(
    list(
      { role: "developer", content: "d" },
      { role: "system", content: "s" },
      { role: "user", content: "x" },
    )[0],
  ).toMatchObject({
    kind: "header",
    system: "d\n\ns",
    target: { provider: "unknown", dialect: "unknown", model: "unknown" },
  })
})

test("the same words again are no duplicate: a list repeats itself on purpose", () => {
  const of = list(
    { role: "user", content: "ok" },
    { role: "assistant", content: "ok" },
    { role: "user", content: "ok" },
  )
  expect(new Set(of.map(({ id }) => id)).size).toBe(3)
})

test("a document that is cut off is refused as a whole", () => {
  const text = sample("body.json")
  expect(readSource({ name: "b.json", text: text.slice(0, text.length - 30) })).toEqual({
    ok: false,
    problem: { id: "json-invalid", facts: { name: "b.json" } },
  })
})
