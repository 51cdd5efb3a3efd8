import { describe, expect, it } from "vitest"
import { readReply } from "./reader.ts"
import { chunk, read } from "./testing/read.ts"

describe("any stream", () => {
  it("that holds a frame which is no object ends there", () => {
    const { reply } = read("chat", [chunk({ content: "a" }), "<html>", chunk({ content: "b" }, "stop")])
    expect(reply.blocks).toEqual([{ kind: "text", text: "a" }])
    expect(reply.failure).toEqual({ kind: "reply-unreadable", message: "<html>" })
  })
  it("ignores what comes behind its end", () => {
    const { reply } = read("chat", [chunk({ content: "a" }, "stop"), "[DONE]", chunk({ content: "b" })])
    expect(reply.blocks).toEqual([{ kind: "text", text: "a" }])
    expect(reply.failure).toBeUndefined()
  })
  it("never crashes on shapes that it does not know", () => {
    const odd = [
      {},
      { choices: 3 },
      { choices: [null] },
      { choices: [{ delta: { tool_calls: [null, {}] } }] },
    ]
    const more = [
      { type: "content_block_delta", index: 9 },
      { candidates: [{ content: { parts: [null, 3] } }] },
    ]
    for (const dialect of ["chat", "responses", "messages", "gemini", "ollama", "converse"] as const)
      for (const each of [...odd, ...more]) {
        expect(read(dialect, [each]).reply.failure).toBeDefined()
        expect(readReply(dialect, JSON.stringify(each)).failure).toBeDefined()
      }
  })
})
