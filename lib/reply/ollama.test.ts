import { describe, expect, it } from "vitest"
import { read } from "./testing/read.ts"

describe("ollama", () => {
  it("reads an error in the middle, and calls without ids", () => {
    const message = {
      role: "assistant",
      content: "",
      tool_calls: [{ function: { name: "ls", arguments: { a: 1 } } }],
    }
    const options = { callId: (index: number) => `made_${index}` }
    const { reply } = read(
      "ollama",
      [{ model: "m", message, done: false }, { error: "out of memory" }],
      options,
    )
    expect(reply.blocks).toEqual([{ kind: "tool-call", callId: "made_0", name: "ls", arguments: '{"a":1}' }])
    expect(reply.failure).toEqual({ kind: "reply-error", message: "out of memory" })
  })
})
