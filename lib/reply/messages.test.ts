import { describe, expect, it } from "vitest"
import { read } from "./testing/read.ts"

const begin = (index: number, content_block: object) => ({
  type: "content_block_start",
  index,
  content_block,
})
const go = (index: number, delta: object) => ({ type: "content_block_delta", index, delta })
const stop = (index: number) => ({ type: "content_block_stop", index })
const end = (stop_reason: string, more: object = {}) => [
  { type: "message_delta", delta: { stop_reason, ...more }, usage: { output_tokens: 3 } },
  { type: "message_stop" },
]

describe("messages", () => {
  it("keeps a cited text's own JSON", () => {
    const citation = { type: "char_location", cited_text: "x", document_index: 0 }
    const { reply } = read("messages", [
      begin(0, { type: "text", text: "", citations: [] }),
      go(0, { type: "text_delta", text: "So it " }),
      go(0, { type: "text_delta", text: "is." }),
      go(0, { type: "citations_delta", citation }),
      stop(0),
      ...end("end_turn"),
    ])
    const [block] = reply.blocks
    expect(block).toMatchObject({ kind: "text", text: "So it is." })
    expect(JSON.parse(block?.native?.json ?? "")).toEqual({
      type: "text",
      text: "So it is.",
      citations: [citation],
    })
  })
  it("keeps a server's call and its result as they are, with words for others", () => {
    const found = {
      type: "web_search_result",
      title: "T",
      url: "https://t.example",
      encrypted_content: "Eo==",
    }
    const result = { type: "web_search_tool_result", tool_use_id: "srv_1", content: [found] }
    const { reply, deltas } = read("messages", [
      begin(0, { type: "server_tool_use", id: "srv_1", name: "web_search", input: {} }),
      go(0, { type: "input_json_delta", partial_json: '{"query": ' }),
      go(0, { type: "input_json_delta", partial_json: '"x"}' }),
      stop(0),
      begin(1, result),
      stop(1),
      ...end("pause_turn"),
    ])
    const [call, answer] = reply.blocks
    expect(call).toMatchObject({ name: "web_search", arguments: '{"query": "x"}', providerExecuted: true })
    expect(call?.native?.json).toBe(
      '{"type":"server_tool_use","id":"srv_1","name":"web_search","input":{"query": "x"}}',
    )
    expect(answer).toMatchObject({ kind: "tool-result", name: "web_search", callId: "srv_1" })
    expect(answer).toMatchObject({ content: [{ kind: "text", text: "T\nhttps://t.example" }] })
    expect(answer?.native?.json).toBe(JSON.stringify(result))
    expect(deltas.at(-1)?.kind).toBe("block")
    expect(reply.stop).toBeUndefined()
    expect(reply.failure).toBeUndefined()
  })
  it("keeps a call's own JSON where it holds more, and its empty input", () => {
    const caller = { type: "code_execution_20250825", tool_id: "srv_1" }
    const { reply } = read("messages", [
      begin(0, { type: "tool_use", id: "t1", name: "ls", input: {}, caller }),
      stop(0),
      begin(1, { type: "tool_use", id: "t2", name: "ls", input: {}, caller: { type: "direct" } }),
      stop(1),
      ...end("tool_use"),
    ])
    expect(reply.blocks.map((block) => (block.kind === "tool-call" ? block.arguments : ""))).toEqual([
      "{}",
      "{}",
    ])
    expect(JSON.parse(reply.blocks[0]?.native?.json ?? "").caller).toEqual(caller)
    expect(reply.blocks[1]?.native).toBeUndefined()
  })
  it("keeps blocks of a kind that is not known, with what they go on with", () => {
    const { reply } = read("messages", [
      begin(0, { type: "compaction", content: "So " }),
      go(0, { type: "compaction_delta", content: "far." }),
      stop(0),
      begin(1, { type: "text", text: "a" }),
      stop(1),
      ...end("end_turn"),
    ])
    expect(reply.blocks[0]).toEqual({
      kind: "opaque",
      source: "messages",
      json: '{"type":"compaction","content":"So far."}',
    })
  })
  it("counts what the cache gave as part of the prompt", () => {
    const usage = {
      input_tokens: 5,
      cache_read_input_tokens: 90,
      cache_creation_input_tokens: 7,
      output_tokens: 1,
    }
    const { reply } = read("messages", [
      { type: "message_start", message: { id: "msg_1", model: "m", usage } },
      begin(0, { type: "text", text: "a" }),
      ...end("end_turn"),
    ])
    expect(reply).toMatchObject({ responseId: "msg_1", model: "m" })
    expect(reply.usage).toEqual({ input: 102, cacheRead: 90, cacheWrite: 7, output: 3 })
  })
  it("knows a refusal and an error", () => {
    const stop_details = { type: "refusal", category: null, explanation: "Not this." }
    const refused = read("messages", [
      begin(0, { type: "text", text: "a" }),
      ...end("refusal", { stop_details }),
    ])
    expect(refused.reply).toMatchObject({
      stop: "refusal",
      failure: { kind: "reply-refused", message: "Not this." },
    })
    const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }
    const failed = read("messages", [begin(0, { type: "text", text: "a" }), error])
    expect(failed.reply.failure).toEqual({ kind: "reply-error", message: "overloaded_error: Overloaded" })
    expect(failed.reply.blocks).toHaveLength(1)
  })
})
