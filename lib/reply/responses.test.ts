import { describe, expect, it } from "vitest"
import { read } from "./testing/read.ts"

const done = (output_index: number, item: object) => ({
  type: "response.output_item.done",
  output_index,
  item,
})
const completed = (more: object = {}) => ({
  type: "response.completed",
  response: { id: "resp_1", model: "m", status: "completed", output: [], ...more },
})

describe("responses", () => {
  it("reads items that only the last event holds", () => {
    const item = { type: "function_call", id: "fc_1", call_id: "x1", name: "ls", arguments: '{"a": 1}' }
    const { reply, deltas } = read("responses", [completed({ output: [item] })])
    expect(reply.blocks).toEqual([
      {
        kind: "tool-call",
        callId: "x1",
        name: "ls",
        arguments: '{"a": 1}',
        itemId: "fc_1",
        native: { api: "responses", json: JSON.stringify(item) },
      },
    ])
    expect(deltas.map(({ kind }) => kind)).toEqual(["call", "arguments"])
    expect(reply).toMatchObject({ responseId: "resp_1", model: "m", stop: "tool-calls" })
  })
  it("joins the parts of a summary, and keeps what seals it", () => {
    const summary = ["One.", "Two."].map((text) => ({ type: "summary_text", text }))
    const item = { id: "rs_1", type: "reasoning", summary, encrypted_content: "gAAA" }
    const delta = (summary_index: number, text: string) => ({
      type: "response.reasoning_summary_text.delta",
      output_index: 0,
      summary_index,
      delta: text,
    })
    const { reply, deltas } = read("responses", [
      delta(0, "One."),
      delta(1, "Two."),
      done(0, item),
      completed(),
    ])
    expect(reply.blocks[0]).toMatchObject({
      text: "One.\n\nTwo.",
      itemId: "rs_1",
      proof: { kind: "openai-encrypted", value: "gAAA", id: "rs_1" },
    })
    expect(deltas.map((each) => ("text" in each ? each.text : each.kind))).toEqual([
      "One.",
      "\n\n",
      "Two.",
      "proof",
    ])
  })
  it("keeps server tools' items as they are, and a message's parts apart", () => {
    const search = {
      id: "ws_1",
      type: "web_search_call",
      status: "completed",
      action: { type: "search", query: "q" },
    }
    const content = ["a", "b"].map((text) => ({ type: "output_text", text, annotations: [] }))
    const message = { id: "msg_1", type: "message", role: "assistant", content }
    const { reply } = read("responses", [
      done(0, search),
      done(1, message),
      completed({ output: [search, message] }),
    ])
    expect(reply.blocks).toEqual([
      { kind: "opaque", source: "responses", json: JSON.stringify(search) },
      { kind: "text", text: "a" },
      { kind: "text", text: "b" },
    ])
  })
  it("knows a refusal, an end too soon and a failure", () => {
    const content = [{ type: "refusal", refusal: "No." }]
    const refused = read("responses", [done(0, { type: "message", role: "assistant", content }), completed()])
    expect(refused.reply).toMatchObject({
      stop: "refusal",
      failure: { kind: "reply-refused", message: "No." },
    })
    const text = done(0, {
      type: "message",
      role: "assistant",
      content: [{ type: "output_text", text: "a" }],
    })
    const cut = { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } }
    const long = read("responses", [text, { ...completed(cut), type: "response.incomplete" }])
    expect(long.reply).toMatchObject({ stop: "length" })
    expect(long.reply.failure).toBeUndefined()
    const error = { code: "server_error", message: "Sorry." }
    const failed = read("responses", [
      text,
      { ...completed({ status: "failed", error }), type: "response.failed" },
    ])
    expect(failed.reply).toMatchObject({ stop: "error", failure: { message: "server_error: Sorry." } })
    const event = read("responses", [
      { type: "error", code: "rate_limit_exceeded", message: "Slow.", param: null },
    ])
    expect(event.reply.failure).toEqual({ kind: "reply-error", message: "rate_limit_exceeded: Slow." })
  })
})
