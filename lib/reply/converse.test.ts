import { describe, expect, it } from "vitest"
import { readReply } from "./reader.ts"
import { read } from "./testing/read.ts"

describe("converse", () => {
  it("names the exception that ends it, and keeps text that cites", () => {
    const text = { contentBlockIndex: 0, delta: { text: "So." } }
    const citation = { contentBlockIndex: 0, delta: { citation: { title: "t" } } }
    const { reply } = read("converse", [
      ["contentBlockDelta", text],
      ["contentBlockDelta", citation],
      ["throttlingException", { message: "Too many requests" }],
    ])
    expect(reply.blocks).toEqual([{ kind: "text", text: "So." }])
    expect(reply.failure?.message).toBe("throttlingException: Too many requests")
    const content = [{ citationsContent: { content: [{ text: "So." }], citations: [] } }]
    const whole = { output: { message: { role: "assistant", content } }, stopReason: "end_turn" }
    expect(readReply("converse", JSON.stringify(whole)).blocks).toEqual([{ kind: "text", text: "So." }])
  })
})
