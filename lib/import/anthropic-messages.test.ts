import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import type { Entry } from "#lib/record/entry.ts"
import { readSource, type SourceReading } from "./read-source.ts"

const sample = (name: string): string =>
  readFileSync(new URL(`./samples/anthropic-messages/${name}`, import.meta.url), "utf8")
const read = (text: string): SourceReading => {
  const reading = readSource({ name: "x", text })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problem))
  return reading.value
}
const entries = (text: string): readonly Entry[] => read(text).records[0]?.entries ?? []
const body = sample("body.json")

test("a body gives its header; a user's id is masked, tools of the provider stay in `extra`", () => {
  const [header] = entries(body)
  if (header?.kind !== "header") throw new Error("a header")
  expect(header).toMatchObject({
    reason: "import",
    target: { provider: "anthropic", dialect: "messages", model: "claude-sonnet-5" },
    params: {
      maxTokens: 2048,
      thinking: { mode: "enabled", budget: 1024 },
      toolChoice: "auto",
      parallel: true,
    },
    system: "You keep the logbook of a harbour.\n\nQuote times in UTC.",
    tools: [{ name: "logbook", description: "Reads entries of a day." }],
  })
  expect(body).toContain(header.tools?.[0]?.inputSchema ?? "-")
  const extra: unknown = JSON.parse(header.params.extra ?? "")
  expect(extra).toEqual({
    metadata: { user_id: expect.stringMatching(/^masked-[0-9a-f]{12}$/) },
    stream: true,
    tools: [{ type: "web_search_20250305", name: "web_search", max_uses: 2 }],
  })
})

test("messages come apart by who speaks, in their order", () => {
  const { records, objects } = read(body)
  const messages = (records[0]?.entries ?? []).filter((entry) => entry.kind === "message")
  expect(
    messages.map(({ id, role, speaker }) => [id.replace(/~[0-9a-f]{16}/, ""), role, speaker.kind]),
  ).toEqual([
    ["0", "user", "notice"],
    ["0#2", "user", "human"],
    ["1", "assistant", "agent"],
    ["2", "tool", "tool"],
    ["2#2", "user", "human"],
    ["3", "assistant", "agent"],
    ["4", "user", "human"],
  ])
  expect(messages[0]?.speaker).toEqual({ kind: "notice", name: "reminder", label: "as-sent" })
  expect(messages[1]?.blocks[1]).toMatchObject({ kind: "file", mediaType: "text/plain", name: "note.txt" })
  expect(Buffer.from(objects[0]?.bytes ?? []).toString()).toBe("Menja: engine check, berth 3.")
  expect(messages[2]?.blocks).toMatchObject([
    { kind: "reasoning", proof: { kind: "anthropic-signature" } },
    { kind: "text" },
    {
      kind: "tool-call",
      arguments: '{\n            "day": "2026-03-16",\n            "limit": 1.1\n          }',
    },
    { kind: "tool-call", callId: "toolu_log2" },
  ])
  expect(messages[3]?.blocks).toMatchObject([
    { name: "logbook", isError: false, content: [{ kind: "text" }, { kind: "image", width: 8 }] },
    { name: "logbook", isError: true, content: [{ text: "no entry" }] },
  ])
  expect(messages[5]?.blocks).toMatchObject([
    { kind: "reasoning", text: "", proof: { kind: "anthropic-redacted" } },
    { kind: "tool-call", providerExecuted: true, native: { api: "messages" } },
    {
      kind: "tool-result",
      name: "web_search",
      content: [{ text: "Weather of 16 March\nhttps://weather.example/esbjerg" }],
    },
    { kind: "text", native: { api: "messages" } },
    { kind: "text", text: " The Menja had an engine check at 09:10 and lay at berth 3 from 13:00." },
  ])
  for (const message of messages)
    for (const block of message.blocks)
      if ("native" in block && block.native !== undefined) expect(body).toContain(block.native.json)
})

test("an exchange holds the reply too", () => {
  const [header, question, reply] = entries(sample("exchange.json"))
  expect(header).toMatchObject({ kind: "header", origin: { pointer: "/request" } })
  expect(question).toMatchObject({ origin: { pointer: "/request/messages/0" } })
  expect(reply).toMatchObject({
    role: "assistant",
    responseId: "msg_berth",
    stop: "end",
    usage: { input: 114, cacheRead: 100, cacheWrite: 0, output: 9 },
    blocks: [{ text: "Berth 5 is free." }],
  })
})

test("a list of messages by itself is recognised by its blocks", () => {
  const messages = [
    { role: "user", content: "go" },
    { role: "assistant", content: [{ type: "tool_use", id: "t", name: "x", input: {} }] },
    { role: "system", content: "later" },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "t" },
        { type: "tool_use", id: "u", name: "x", input: {} },
      ],
    },
  ]
  const reading = read(JSON.stringify(messages))
  expect(reading.format).toBe("anthropic-messages")
  expect(reading.records[0]?.entries).toMatchObject([
    { role: "user" },
    { role: "assistant" },
    { role: "system", speaker: { kind: "context" } },
    { role: "tool", blocks: [{ name: "x", content: [] }] },
    { role: "user", blocks: [{ kind: "opaque", source: "messages" }] },
  ])
})

test("a result that holds more than we have kinds for keeps its own JSON", () => {
  const odd =
    '{"type": "tool_result","tool_use_id":"t","content":[{"type":"tool_reference","tool_name":"x"}]}'
  const text = `{"model":"claude-x","system":"s","messages":[{"role":"user","content":[${odd}]}]}`
  expect(entries(text)[1]).toMatchObject({
    blocks: [
      {
        name: "unknown",
        content: [{ kind: "text", text: '{"type":"tool_reference","tool_name":"x"}' }],
        native: { api: "messages", json: odd },
      },
    ],
  })
})
