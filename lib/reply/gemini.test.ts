import { describe, expect, it } from "vitest"
import { readReply } from "./reader.ts"
import { read } from "./testing/read.ts"

const answer = (parts: readonly object[], more: object = {}) => ({
  candidates: [{ content: { role: "model", parts }, ...more }],
})

describe("gemini", () => {
  it("seals the text that a signature comes behind, and begins anew after it", () => {
    const { reply } = read("gemini", [
      answer([{ text: "Hel" }]),
      answer([{ text: "lo" }]),
      answer([{ text: "", thoughtSignature: "c2ln" }]),
      answer([{ text: "More" }], { finishReason: "STOP" }),
    ])
    expect(reply.blocks).toEqual([
      { kind: "text", text: "Hello", proof: { kind: "gemini-signature", value: "c2ln" } },
      { kind: "text", text: "More" },
    ])
  })
  it("keeps a picture that the model made, its bytes apart", () => {
    const data = Buffer.from("not really a picture").toString("base64")
    const { reply } = read("gemini", [
      answer([{ inlineData: { mimeType: "image/png", data } }], { finishReason: "STOP" }),
    ])
    const [object] = reply.objects
    expect(reply.blocks).toEqual([
      { kind: "image", object: object?.sha256, mediaType: "image/png", bytes: 20 },
    ])
    expect(reply.failure).toBeUndefined()
  })
  it("keeps parts that have no kind here", () => {
    const part = { executableCode: { language: "PYTHON", code: "1" } }
    const { reply } = read("gemini", [answer([part, { text: "a" }], { finishReason: "STOP" })])
    expect(reply.blocks[0]).toEqual({ kind: "opaque", source: "gemini", json: JSON.stringify(part) })
  })
  it("knows a blocked prompt, a filter and a call gone wrong", () => {
    const blocked = read("gemini", [{ promptFeedback: { blockReason: "SAFETY" } }])
    expect(blocked.reply.failure).toEqual({ kind: "reply-filtered", message: "SAFETY" })
    const filtered = read("gemini", [answer([{ text: "a" }]), answer([], { finishReason: "RECITATION" })])
    expect(filtered.reply).toMatchObject({
      stop: "filter",
      failure: { kind: "reply-filtered", message: "RECITATION" },
    })
    const wrong = { finishReason: "MALFORMED_FUNCTION_CALL", finishMessage: "print(" }
    const malformed = read("gemini", [answer([], wrong)])
    expect(malformed.reply.failure?.message).toBe("MALFORMED_FUNCTION_CALL: print(")
  })
  it("reads an error that comes as a list", () => {
    const error = { code: 400, message: "Bad.", status: "INVALID_ARGUMENT" }
    expect(readReply("gemini", JSON.stringify([{ error }])).failure?.message).toBe("INVALID_ARGUMENT: Bad.")
  })
})
