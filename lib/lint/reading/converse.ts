import type { Declared, Message, Part, Reading, Voice } from "../part.ts"
import { type Fields, fieldsOf, listOf, nothing, stringOf } from "../value.ts"

const voices: { readonly [role: string]: Voice } = { user: "user", assistant: "assistant", system: "system" }

const reasoningPart = (value: Fields, inner: Fields, at: string): Part => {
  const text = fieldsOf(inner["reasoningText"])
  return {
    is: "reasoning",
    at,
    value,
    text: stringOf(text?.["text"]) ?? "",
    proof: stringOf(text?.["signature"]) ?? stringOf(inner["redactedContent"]),
  }
}

const imagePart = (value: Fields, inner: Fields, at: string): Part => {
  const source = fieldsOf(inner["source"]) ?? nothing
  const format = stringOf(inner["format"])
  return {
    is: "image",
    at,
    value,
    mediaType: format === undefined ? undefined : `image/${format}`,
    base64: stringOf(source["bytes"]),
    url: stringOf(fieldsOf(source["s3Location"])?.["uri"]),
  }
}

const belowCall = { id: "/toolUse/toolUseId", name: "/toolUse/name", input: "/toolUse/input" } as const
const belowResult = { id: "/toolResult/toolUseId" } as const

const partOf = (of: unknown, at: string): Part => {
  const value = fieldsOf(of) ?? nothing
  const text = stringOf(value["text"])
  if (text !== undefined) return { is: "text", at, value, text }
  const call = fieldsOf(value["toolUse"])
  if (call !== undefined)
    return {
      is: "call",
      at,
      value,
      id: stringOf(call["toolUseId"]),
      name: stringOf(call["name"]),
      input: call["input"],
      below: belowCall,
      form: "value",
      json: undefined,
      isServer: false,
    }
  const result = fieldsOf(value["toolResult"])
  if (result !== undefined)
    return {
      is: "result",
      at,
      value,
      id: stringOf(result["toolUseId"]),
      below: belowResult,
      name: undefined,
      isError: result["status"] === "error",
      content: partsOf(result["content"], `${at}/toolResult/content`),
      isServer: false,
    }
  const reasoning = fieldsOf(value["reasoningContent"])
  if (reasoning !== undefined) return reasoningPart(value, reasoning, at)
  const image = fieldsOf(value["image"])
  if (image !== undefined) return imagePart(value, image, at)
  return { is: "other", at, value, type: Object.keys(value)[0] ?? "" }
}

const partsOf = (content: unknown, at: string): readonly Part[] =>
  (listOf(content) ?? []).map((part, index) => partOf(part, `${at}/${index}`))

const toolOf = (tool: unknown, index: number): Declared => {
  const spec = fieldsOf(fieldsOf(tool)?.["toolSpec"]) ?? nothing
  const at = `/toolConfig/tools/${index}`
  const schema = fieldsOf(spec["inputSchema"])?.["json"]
  return { at, name: stringOf(spec["name"]), nameAt: `${at}/toolSpec/name`, schema }
}

/** A body of Bedrock Converse. */
export const readConverse = (root: Fields): Reading => ({
  messages: (listOf(root["messages"]) ?? []).map((message, index): Message => {
    const value = fieldsOf(message) ?? nothing
    const at = `/messages/${index}`
    const role = stringOf(value["role"]) ?? ""
    const parts = partsOf(value["content"], `${at}/content`)
    return { index, at, role, voice: voices[role] ?? "other", parts, value }
  }),
  system: partsOf(root["system"], "/system"),
  tools: (listOf(fieldsOf(root["toolConfig"])?.["tools"]) ?? []).map(toolOf),
})
