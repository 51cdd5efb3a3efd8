import { type Json, listOf, objectOf, stringOf } from "#lib/record/json.ts"
import {
  type CallPart,
  type Declared,
  type Message,
  type Part,
  picture,
  type Reading,
  type Voice,
} from "../part.ts"
import { jsonKind, nothing } from "../value.ts"
import { contentOf, each, type Voices, voices } from "./each.ts"

const roles: Voices = new Map([...voices, ["developer", "system"]])

const partOf = (value: Json, at: string): Part => {
  const type = stringOf(value["type"]) ?? ""
  if (type === "input_text" || type === "output_text" || type === "text")
    return { is: "text", at, value, text: stringOf(value["text"]) ?? "" }
  if (type !== "input_image") return { is: "other", at, value, type }
  return { is: "image", at, value, ...picture(stringOf(value["image_url"])) }
}

const partsOf = (content: unknown, at: string): readonly Part[] => contentOf(content, at, partOf)

const belowCall = { id: "/call_id", name: "/name", input: "/arguments" } as const
const belowFree = { ...belowCall, input: "/input" } as const

const callPart = (value: Json, at: string, isFree: boolean): CallPart => {
  const written = value[isFree ? "input" : "arguments"]
  return {
    is: "call",
    at,
    value,
    id: stringOf(value["call_id"]),
    name: stringOf(value["name"]),
    input: written,
    below: isFree ? belowFree : belowCall,
    form: isFree ? "free" : "json-text",
    json: !isFree && typeof written === "string" ? jsonKind(written) : undefined,
    isServer: false,
  }
}

const resultPart = (value: Json, at: string): Part => ({
  is: "result",
  at,
  value,
  id: stringOf(value["call_id"]),
  below: belowCall,
  name: undefined,
  isError: false,
  content: partsOf(value["output"], `${at}/output`),
  isServer: false,
})

/** An item's voice and its one part, or a message's parts. */
const heard = (value: Json, type: string, at: string): readonly [Voice, readonly Part[]] => {
  if (type === "message")
    return [roles.get(stringOf(value["role"]) ?? "") ?? "other", partsOf(value["content"], `${at}/content`)]
  if (type === "function_call" || type === "custom_tool_call")
    return ["assistant", [callPart(value, at, type === "custom_tool_call")]]
  if (type === "function_call_output" || type === "custom_tool_call_output")
    return ["tool", [resultPart(value, at)]]
  if (type === "reasoning") {
    const summary = listOf(value["summary"]) ?? []
    const text = summary.map((each) => stringOf(objectOf(each)?.["text"]) ?? "").join("\n")
    return ["assistant", [{ is: "reasoning", at, value, text, proof: stringOf(value["encrypted_content"]) }]]
  }
  const voice = type.endsWith("_output") ? "tool" : type.endsWith("_call") ? "assistant" : "other"
  return [voice, [{ is: "other", at, value, type }]]
}

const itemOf = (value: Json, at: string, index: number): Message => {
  // a message may leave its type out
  const type = stringOf(value["type"]) ?? (stringOf(value["role"]) === undefined ? "" : "message")
  const [voice, parts] = heard(value, type, at)
  return { index, at, role: stringOf(value["role"]) ?? type, voice, parts, value }
}

const toolOf = (value: Json, at: string): Declared => ({
  at,
  name: stringOf(value["name"]),
  nameAt: `${at}/name`,
  schema: value["type"] === "function" ? value["parameters"] : undefined,
})

/** A body of OpenAI Responses; each item is a message of its own, and an input that is a string is one of the user's. */
export const readResponses = (root: Json): Reading => {
  const input = root["input"]
  const only: Message = {
    index: 0,
    at: "/input",
    role: "user",
    voice: "user",
    parts: partsOf(input, "/input"),
    value: nothing,
  }
  return {
    messages: typeof input === "string" ? [only] : each(input, "/input", itemOf),
    system: partsOf(root["instructions"], "/instructions"),
    tools: each(root["tools"], "/tools", toolOf),
  }
}
