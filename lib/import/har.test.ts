import { readFileSync } from "node:fs"
import { EventStreamCodec } from "@smithy/core/event-streams"
import { describe, expect, test } from "vitest"
import type { Entry } from "#lib/record/entry.ts"
import { readSource, type SourceReading } from "./read-source.ts"

const sample = readFileSync(new URL("./samples/har/harbour.har", import.meta.url), "utf8")
const read = (text: string): SourceReading => {
  const reading = readSource({ name: "x.har", text })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problem))
  return reading.value
}
const kinds = (entries: readonly Entry[] = []): readonly string[] => entries.map(({ kind }) => kind)

const archive = (...entries: readonly unknown[]): string =>
  JSON.stringify({ log: { version: "1.2", entries } })
const post = (url: string, text: string | undefined, response: object = {}) => ({
  startedDateTime: "2026-03-17T14:00:00.000Z",
  time: 10,
  request: { method: "POST", url, headers: [], ...(text === undefined ? {} : { postData: { text } }) },
  response: { status: 200, headers: [], content: {}, ...response },
})
const anthropic = "https://api.anthropic.com/v1/messages"
const body = JSON.stringify({ model: "m", messages: [{ role: "user", content: "hi" }] })

describe("the sample", () => {
  const { records, receipt, structural } = read(sample)
  test("accounts for every entry", () => {
    expect(receipt).toMatchObject({ read: 14, kept: 10, structural: 4, unread: 0 })
    expect(structural).toEqual({ "other-request": 3, preflight: 1 })
    expect(records).toHaveLength(5)
  })
  test("tells one conversation from three requests, with the answers put together and a rewind where history changed", () => {
    const entries = records[0]?.entries ?? []
    expect(kinds(entries)).toEqual([
      "header",
      "message",
      "sent",
      "message",
      "message",
      "sent",
      "message",
      "rewind",
      "message",
      "message",
      "sent",
      "message",
    ])
    expect(entries[3]).toMatchObject({
      responseId: "msg_har1",
      stop: "tool-calls",
      maker: { provider: "anthropic", api: "messages", model: "claude-sonnet-5" },
      blocks: [
        { kind: "reasoning", proof: { kind: "anthropic-signature" } },
        { kind: "text", text: "I look at the plan." },
        { kind: "tool-call", callId: "toolu_har1", arguments: '{"day":"Friday"}' },
      ],
    })
    expect(entries[5]).toMatchObject({ by: "capture", target: "anthropic", through: 5, header: 1 })
    expect(entries[7]).toMatchObject({ to: 4, keep: true })
  })
  test("gives ids to calls that have none, and answers them", () => {
    const blocks = (records[1]?.entries ?? []).flatMap((entry) =>
      entry.kind === "message" ? entry.blocks : [],
    )
    const call = blocks.find(({ kind }) => kind === "tool-call")
    const result = blocks.find(({ kind }) => kind === "tool-result")
    expect(call).toMatchObject({ callId: "call-1", proof: { kind: "gemini-signature" } })
    expect(result).toMatchObject({ callId: "call-1", name: "depth" })
  })
  test("keeps the provider's words of a refusal, and the request that was sent again", () => {
    const entries = records[2]?.entries ?? []
    expect(kinds(entries)).toEqual([
      "header",
      "message",
      "sent",
      "attempt",
      "sent",
      "message",
      "message",
      "sent",
    ])
    expect(entries[3]).toMatchObject({
      status: 429,
      error: { kind: "reply-error", message: "tokens: Rate limit reached for gpt-5.5." },
    })
    expect(entries[5]).toMatchObject({
      blocks: [
        { kind: "reasoning", proof: { kind: "openai-encrypted", id: "rs_syn1" } },
        { kind: "text", text: "Landsort." },
      ],
    })
  })
  test("reads the requests of a socket, each with what it goes on from", () => {
    const entries = records[3]?.entries ?? []
    expect(kinds(entries)).toEqual([
      "header",
      "message",
      "sent",
      "message",
      "header",
      "message",
      "sent",
      "message",
    ])
    expect(entries[4]).toMatchObject({ reason: "change" })
    expect(entries[5]).toMatchObject({ blocks: [{ kind: "tool-result", callId: "call_ls1", name: "shell" }] })
  })
})

describe("archives that hold little", () => {
  test.each([
    ["a body that was not kept", post(anthropic, undefined), "body-missing"],
    ["a body that is no JSON", post(anthropic, "{"), "body-invalid"],
    ["a count of tokens", post(`${anthropic}/count_tokens`, body), "count-tokens"],
    ["an entry without a request", { response: {} }, "request-missing"],
    ["no entry at all", 3, "request-missing"],
    [
      "a socket whose messages are not known",
      {
        ...post("wss://chatgpt.com/backend-api/codex/responses", undefined),
        _webSocketMessages: [{ type: "send", data: "?" }],
      },
      "body-missing",
    ],
  ])("%s is unread", (_, entry, why) => {
    const { unread, receipt } = read(archive(entry))
    expect(unread).toEqual([{ line: 1, why }])
    expect(receipt).toMatchObject({ read: 1, unread: 1 })
  })
  test.each([
    ["an answer that was not kept", post(anthropic, body), ["message"]],
    [
      "an answer of no model",
      post(anthropic, body, { status: 502, content: { text: "<html>" } }),
      ["message", "sent", "attempt"],
    ],
    [
      "an answer that breaks off",
      post(anthropic, body, {
        content: { text: 'event: message_start\ndata: {"type":"message_start","message":{"id":"a"}}\n\n' },
      }),
      ["attempt"],
    ],
  ])("%s leaves its request", (_, entry, expected) => {
    const { records, receipt } = read(archive(entry))
    expect(receipt).toMatchObject({ kept: 1 })
    expect(kinds(records[0]?.entries)).toEqual(
      expect.arrayContaining(["header", "message", "sent", ...expected]),
    )
  })
  test("a request to a host that nobody knows is read by its path and body, for no target", () => {
    const { records } = read(archive(post("http://10.0.0.5:8000/v1/chat/completions", body)))
    const sent = records[0]?.entries.find(({ kind }) => kind === "sent")
    expect(sent).toMatchObject({ by: "capture", shared: 0, through: 2 })
    expect(sent).not.toHaveProperty("target")
  })
  test("one with no request to a model gives no record", () => {
    const { records, receipt } = read(
      archive(post("https://x.test/a", "b=c"), post("https://x.test/api", '{"query":"{a}"}')),
    )
    expect(records).toEqual([])
    expect(receipt).toMatchObject({ read: 2, structural: 2 })
    expect(read(archive()).receipt.read).toBe(0)
  })
  test("one that is cut off is refused", () =>
    expect(readSource({ name: "x.har", text: sample.slice(0, 9_000) })).toMatchObject({
      ok: false,
      problem: { id: "json-invalid" },
    }))
})

test("a binary stream of AWS that carries another provider's events is put together", () => {
  const codec = new EventStreamCodec(
    (bytes) => (typeof bytes === "string" ? bytes : new TextDecoder().decode(bytes)),
    (text) => new TextEncoder().encode(text),
  )
  const events = [
    { type: "message_start", message: { id: "msg_aws", model: "claude-x", usage: { input_tokens: 1 } } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "hello" } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 1 } },
    { type: "message_stop" },
  ]
  const stream = events.map((event) =>
    codec.encode({
      headers: { ":event-type": { type: "string", value: "chunk" } },
      body: Buffer.from(JSON.stringify({ bytes: Buffer.from(JSON.stringify(event)).toString("base64") })),
    }),
  )
  const content = {
    mimeType: "application/vnd.amazon.eventstream",
    encoding: "base64",
    text: Buffer.concat(stream).toString("base64"),
  }
  const url =
    "https://bedrock-runtime.eu-north-1.amazonaws.com/model/anthropic.claude-x/invoke-with-response-stream"
  const asked = JSON.stringify({
    anthropic_version: "bedrock-2023-05-31",
    max_tokens: 9,
    messages: [{ role: "user", content: "hi" }],
  })
  const { records } = read(archive(post(url, asked, { content })))
  expect(records[0]?.entries.at(-1)).toMatchObject({
    responseId: "msg_aws",
    stop: "end",
    maker: { provider: "bedrock", api: "messages", model: "anthropic.claude-x" },
    blocks: [{ kind: "text", text: "hello" }],
  })
})
