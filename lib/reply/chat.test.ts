import { describe, expect, it } from "vitest"
import { chunk, read } from "./testing/read.ts"

describe("chat", () => {
  it("tells of a call when its id and name are known, with what came before", () => {
    const piece = (call: object) => chunk({ tool_calls: [{ index: 0, ...call }] })
    const { reply, deltas } = read("chat", [
      piece({ function: { name: "ls", arguments: '{"a"' } }),
      piece({ id: "x1", function: { arguments: ":1}" } }),
      chunk({}, "tool_calls"),
    ])
    expect(deltas).toEqual([
      { kind: "call", index: 0, callId: "x1", name: "ls" },
      { kind: "arguments", index: 0, text: '{"a"' },
      { kind: "arguments", index: 0, text: ":1}" },
    ])
    expect(reply.blocks).toEqual([{ kind: "tool-call", callId: "x1", name: "ls", arguments: '{"a":1}' }])
  })
  it("tells calls apart that all have index 0", () => {
    const call = (id: string) => ({
      index: 0,
      id,
      type: "function",
      function: { name: "ls", arguments: "{}" },
    })
    const { reply } = read("chat", [
      chunk({ tool_calls: [call("a")] }),
      chunk({ tool_calls: [call("b")] }),
      chunk({}, "tool_calls"),
    ])
    expect(reply.blocks.map((block) => (block.kind === "tool-call" ? block.callId : ""))).toEqual(["a", "b"])
  })
  it("asks for an id where a server gives none", () => {
    const call = { index: 0, function: { name: "ls", arguments: {} } }
    const options = { callId: (index: number) => `made_${index}` }
    const { reply } = read(
      "chat",
      [chunk({ content: "x", tool_calls: [call] }), chunk({}, "tool_calls")],
      options,
    )
    expect(reply.blocks[1]).toEqual({ kind: "tool-call", callId: "made_1", name: "ls", arguments: "{}" })
  })
  it("keeps a call's signature that rides beside it", () => {
    const extra = { google: { thought_signature: "c2ln" } }
    const call = {
      index: 0,
      id: "x1",
      type: "function",
      function: { name: "ls", arguments: "{}" },
      extra_content: extra,
    }
    const { reply } = read("chat", [chunk({ tool_calls: [call] }), chunk({}, "tool_calls")])
    const { native } = reply.blocks[0] ?? {}
    const { index: _, ...whole } = call
    expect(JSON.parse(native?.json ?? "")).toEqual(whole)
  })
  it("keeps free text of a custom call", () => {
    const call = { index: 0, id: "x1", type: "custom", custom: { name: "patch", input: "*** a" } }
    const { reply } = read("chat", [chunk({ tool_calls: [call] }), chunk({}, "tool_calls")])
    expect(reply.blocks[0]).toEqual({
      kind: "tool-call",
      callId: "x1",
      name: "patch",
      arguments: "*** a",
      form: "custom",
    })
  })
  it("reads thoughts in parts of content", () => {
    const content = [
      { type: "thinking", thinking: [{ type: "text", text: "hm" }] },
      { type: "text", text: "hi" },
    ]
    const { reply } = read("chat", [chunk({ content }, "stop")])
    expect(reply.blocks).toEqual([
      { kind: "reasoning", text: "hm" },
      { kind: "text", text: "hi" },
    ])
  })
  it("knows a refusal, a filter and an error in the stream", () => {
    const refused = read("chat", [
      chunk({ refusal: "I will " }),
      chunk({ refusal: "not." }),
      chunk({}, "stop"),
    ])
    expect(refused.reply).toMatchObject({
      stop: "refusal",
      failure: { kind: "reply-refused", message: "I will not." },
    })
    expect(refused.reply.blocks).toEqual([{ kind: "text", text: "I will not." }])
    const filtered = read("chat", [chunk({ content: "a" }), chunk({}, "content_filter")])
    expect(filtered.reply).toMatchObject({ stop: "filter", failure: { kind: "reply-filtered" } })
    const failed = read("chat", [chunk({ content: "a" }), { error: { message: "gone", code: 502 } }])
    expect(failed.reply).toMatchObject({
      stop: "error",
      failure: { kind: "reply-error", message: "502: gone" },
    })
  })
  it("counts as its relatives do", () => {
    const usage = { prompt_tokens: 10, prompt_cache_hit_tokens: 4, completion_tokens: 3 }
    const { reply } = read("chat", [chunk({ content: "a" }, "stop"), { choices: [], usage }])
    expect(reply.usage).toEqual({ input: 10, cacheRead: 4, output: 3 })
    const inChoice = { choices: [{ index: 0, delta: { content: "a" }, finish_reason: "stop", usage }] }
    expect(read("chat", [inChoice]).reply.usage).toEqual({ input: 10, cacheRead: 4, output: 3 })
  })
})
