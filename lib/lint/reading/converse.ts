import { type Json, objectOf, stringOf } from "#lib/record/json.ts"
import type { Declared, Part, Reading } from "../part.ts"
import { nothing } from "../value.ts"
import { each, spoken, voices } from "./each.ts"

const reasoningPart = (value: Json, inner: Json, at: string): Part => {
  const text = objectOf(inner["reasoningText"])
  return {
    is: "reasoning",
    at,
    value,
    text: stringOf(text?.["text"]) ?? "",
    proof: stringOf(text?.["signature"]) ?? stringOf(inner["redactedContent"]),
  }
}

const imagePart = (value: Json, inner: Json, at: string): Part => {
  const source = objectOf(inner["source"]) ?? nothing
  const format = stringOf(inner["format"])
  return {
    is: "image",
    at,
    value,
    mediaType: format === undefined ? undefined : `image/${format}`,
    base64: stringOf(source["bytes"]),
    url: stringOf(objectOf(source["s3Location"])?.["uri"]),
  }
}

const belowCall = { id: "/toolUse/toolUseId", name: "/toolUse/name", input: "/toolUse/input" } as const
const belowResult = { id: "/toolResult/toolUseId" } as const

const partOf = (value: Json, at: string): Part => {
  const text = stringOf(value["text"])
  if (text !== undefined) return { is: "text", at, value, text }
  const call = objectOf(value["toolUse"])
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
  const result = objectOf(value["toolResult"])
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
  const reasoning = objectOf(value["reasoningContent"])
  if (reasoning !== undefined) return reasoningPart(value, reasoning, at)
  const image = objectOf(value["image"])
  if (image !== undefined) return imagePart(value, image, at)
  return { is: "other", at, value, type: Object.keys(value)[0] ?? "" }
}

const partsOf = (content: unknown, at: string): readonly Part[] => each(content, at, partOf)

const toolOf = (value: Json, at: string): Declared => {
  const spec = objectOf(value["toolSpec"]) ?? nothing
  const schema = objectOf(spec["inputSchema"])?.["json"]
  return { at, name: stringOf(spec["name"]), nameAt: `${at}/toolSpec/name`, schema }
}

/** A body of Bedrock Converse. */
export const readConverse = (root: Json): Reading => ({
  messages: each(root["messages"], "/messages", spoken(voices, "content", partsOf)),
  system: partsOf(root["system"], "/system"),
  tools: each(objectOf(root["toolConfig"])?.["tools"], "/toolConfig/tools", toolOf),
})
