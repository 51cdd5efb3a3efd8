import { type Json, objectOf, stringOf } from "#lib/record/json.ts"
import type { CallPart, Declared, Part, Reading } from "../part.ts"
import { nothing } from "../value.ts"
import { contentOf, each, spoken, voices } from "./each.ts"

const callTypes = new Set(["tool_use", "server_tool_use", "mcp_tool_use"])

const belowCall = { id: "/id", name: "/name", input: "/input" } as const
const belowResult = { id: "/tool_use_id" } as const

const callPart = (value: Json, at: string, type: string): CallPart => ({
  is: "call",
  at,
  value,
  id: stringOf(value["id"]),
  name: stringOf(value["name"]),
  input: value["input"],
  below: belowCall,
  form: "value",
  json: undefined,
  isServer: type !== "tool_use",
})

const imagePart = (value: Json, at: string): Part => {
  const source = objectOf(value["source"]) ?? nothing
  return {
    is: "image",
    at,
    value,
    mediaType: stringOf(source["media_type"]),
    base64: stringOf(source["data"]),
    url: stringOf(source["url"]),
  }
}

const partOf = (value: Json, at: string): Part => {
  const type = stringOf(value["type"]) ?? ""
  if (type === "text") return { is: "text", at, value, text: stringOf(value["text"]) ?? "" }
  if (type === "thinking")
    return {
      is: "reasoning",
      at,
      value,
      text: stringOf(value["thinking"]) ?? "",
      proof: stringOf(value["signature"]),
    }
  if (type === "redacted_thinking")
    return { is: "reasoning", at, value, text: "", proof: stringOf(value["data"]) }
  if (callTypes.has(type)) return callPart(value, at, type)
  if (type === "tool_result" || type.endsWith("_tool_result"))
    return {
      is: "result",
      at,
      value,
      id: stringOf(value["tool_use_id"]),
      below: belowResult,
      name: undefined,
      isError: value["is_error"] === true,
      content: type === "tool_result" ? partsOf(value["content"], `${at}/content`) : [],
      isServer: type !== "tool_result",
    }
  return type === "image" ? imagePart(value, at) : { is: "other", at, value, type }
}

const partsOf = (content: unknown, at: string): readonly Part[] => contentOf(content, at, partOf)

const toolOf = (value: Json, at: string): Declared => ({
  at,
  name: stringOf(value["name"]),
  nameAt: `${at}/name`,
  schema: value["input_schema"],
})

/** A body of Anthropic Messages. */
export const readMessages = (root: Json): Reading => ({
  messages: each(root["messages"], "/messages", spoken(voices, "content", partsOf)),
  system: partsOf(root["system"], "/system"),
  tools: each(root["tools"], "/tools", toolOf),
})
