import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import type { Block } from "#lib/record/block.ts"
import type { Entry } from "#lib/record/entry.ts"
import { readSource, type SourceReading } from "./read-source.ts"

const sample = (path: string): string => readFileSync(new URL(`./samples/${path}`, import.meta.url), "utf8")
const read = (text: string): SourceReading => {
  const reading = readSource({ name: "x", text })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problem))
  return reading.value
}
const kinds = (entries: readonly Entry[] = []): readonly string[] => entries.map(({ kind }) => kind)
const blocksOf = (entries: readonly Entry[] = []): readonly Block[] =>
  entries.flatMap((entry) => (entry.kind === "message" ? entry.blocks : []))

test("pairs of Responses bodies: items are kept with their proofs, and an answer that comes back is known again", () => {
  const { records, receipt } = read(sample("request-pairs/exchanges.json"))
  expect(receipt).toMatchObject({ read: 2, kept: 2 })
  expect(records).toHaveLength(1)
  expect(kinds(records[0]?.entries)).toEqual([
    "header",
    "message",
    "sent",
    "message",
    "message",
    "sent",
    "message",
  ])
  expect(records[0]?.entries[0]).toMatchObject({
    target: { provider: "openai", dialect: "responses", model: "gpt-5.5" },
    system: "Answer in one word.",
    params: { effort: "low" },
  })
  expect(blocksOf(records[0]?.entries).at(-1)).toMatchObject({ kind: "text", text: "Ystad." })
})

test("pairs of other dialects, one in each line: Gemini, Ollama, Converse", () => {
  const { records } = read(sample("request-pairs/providers.jsonl"))
  expect(records.map(({ entries }) => kinds(entries).join())).toEqual(
    Array.from({ length: 3 }, () => "header,message,sent,message,message,sent,message"),
  )
  const [gemini, ollama, converse] = records.map(({ entries }) => entries)
  expect(gemini?.[0]).toMatchObject({
    target: { model: "gemini-3-pro" },
    system: "You know the harbour.",
    params: { maxTokens: 800, temperature: 0.2 },
    tools: [{ name: "depth" }],
  })
  expect(blocksOf(ollama)).toMatchObject([
    { text: "Which berth is free?" },
    { kind: "reasoning", text: "Ask the list." },
    { kind: "tool-call", callId: "call-1" },
    { kind: "tool-result", callId: "call-1", content: [{ text: "3 and 5" }] },
    { text: "3 and 5 are free." },
  ])
  expect(converse?.[0]).toMatchObject({ target: { provider: "bedrock", model: "anthropic.claude-sonnet-5" } })
  expect(blocksOf(converse)[1]).toMatchObject({ proof: { value: "c3ludGhldGljLWNvbnZlcnNl" } })
  expect(blocksOf(converse)[3]).toMatchObject({ content: [{ kind: "text", text: '{"free":true}' }] })
})

test("logs of claude-trace: a side request is a record of its own, a refused one is tried again, an unanswered one stays", () => {
  const { records, receipt } = read(sample("claude-trace/nightly-import.jsonl"))
  expect(receipt).toMatchObject({ read: 6, kept: 6 })
  expect(records.map(({ entries }) => kinds(entries).filter((kind) => kind === "sent").length)).toEqual([
    1, 5,
  ])
  const entries = records[1]?.entries ?? []
  expect(entries.filter(({ kind }) => kind === "header")).toHaveLength(1)
  expect(entries.filter(({ kind }) => kind === "rewind")).toEqual([]) // marks for the cache move, and nothing else
  expect(entries.find(({ kind }) => kind === "attempt")).toMatchObject({ status: 529 })
  expect(entries.at(-1)).toMatchObject({ kind: "sent", through: entries.length - 1 })
})

test("logs of claude-tap: over HTTP and over a socket", () => {
  const { records, receipt } = read(sample("claude-tap/agents.jsonl"))
  expect(receipt).toMatchObject({ read: 3, kept: 3 })
  const sents = records.map(({ entries }) => entries.filter(({ kind }) => kind === "sent"))
  expect(sents).toMatchObject([
    [{ target: "openai" }, { target: "openai" }],
    [{ target: "codex" }, { target: "codex" }],
  ])
  expect(blocksOf(records[0]?.entries)[1]).toMatchObject({
    kind: "tool-call",
    arguments: '{"harbour": "Ystad"}',
  })
})

test("lines that are no pair, broken or copied are accounted for", () => {
  const lines = sample("claude-trace/nightly-import.jsonl").trimEnd().split("\n")
  const { receipt, unread, records } = read(
    [
      lines[2],
      "{",
      "[]",
      '{"note":"x"}',
      "",
      lines[2],
      lines[3]?.replace("/v1/messages?beta=true", "/v1/messages/count_tokens"),
    ].join("\n"),
  )
  expect(receipt).toMatchObject({ read: 7, kept: 1, duplicate: 1, structural: 1, unread: 4 })
  expect(unread.map(({ line, why }) => `${line} ${why}`)).toEqual([
    "2 json-invalid",
    "3 exchange-missing",
    "4 exchange-missing",
    "7 count-tokens",
  ])
  expect(kinds(records[0]?.entries).filter((kind) => kind === "unread")).toHaveLength(3)
})

const odd = "kept as it is: 12345678901234567890"
test.each([
  [
    "responses",
    {
      model: "m",
      store: false,
      input: [
        { role: "user", content: [{ type: "input_video", at: odd }] },
        { type: "mcp_call", at: odd },
      ],
    },
  ],
  [
    "gemini",
    {
      contents: [
        { role: "user", parts: [{ executableCode: odd }] },
        { role: "model", parts: [{ functionCall: { at: odd } }] },
      ],
    },
  ],
  [
    "converse",
    {
      messages: [
        { role: "user", content: [{ text: "x" }, { video: odd }] },
        { role: "assistant", content: [{ toolUse: { at: odd } }] },
      ],
    },
  ],
  [
    "ollama",
    {
      model: "m",
      options: { num_ctx: 1 },
      messages: [
        { role: "user", content: "x", images: [odd] },
        { role: "assistant", tool_calls: [{ at: odd }] },
      ],
    },
  ],
])("what is not understood of %s stays, with its JSON", (dialect, body) => {
  const { records, receipt } = read(
    JSON.stringify([{ request: { url: "", headers: {}, body }, response: null }]),
  )
  expect(receipt).toMatchObject({ read: 1, kept: 1 })
  expect(records[0]?.entries.find(({ kind }) => kind === "sent")).toBeDefined()
  const kept = blocksOf(records[0]?.entries).filter(({ kind }) => kind === "opaque")
  expect(kept).toHaveLength(2)
  for (const block of kept)
    expect(block).toMatchObject({ source: dialect, json: expect.stringContaining(odd) })
})

test("however deep it is", () => {
  const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`
  const line = (body: string): string =>
    `{"request":{"method":"POST","url":"https://api.openai.com/v1/responses","headers":{},"body":${body}},"response":null}`
  const texts = [
    line(`{"model":"m","input":${deep}}`),
    line(`{"model":"m","input":"x","metadata":${deep}}`),
    line(
      JSON.stringify(
        `{"model":"m","input":[{"type":"function_call","name":"f","arguments":${JSON.stringify(deep)}}]}`,
      ),
    ),
    line(JSON.stringify(`{"model":"m","input":"x","metadata":${deep}}`)),
  ]
  const { receipt } = read([line('{"model":"m","input":"y"}'), ...texts].join("\n"))
  expect(receipt.read).toBe(5)
  expect(receipt.kept).toBeGreaterThan(1)
})
