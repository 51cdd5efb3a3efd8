import {
  type CallPart,
  type Declared,
  type Message,
  type Part,
  picture,
  type Reading,
  type Voice,
} from "../part.ts"
import { type Fields, fieldsOf, jsonKind, listOf, nothing, stringOf } from "../value.ts"

export const chatVoices: { readonly [role: string]: Voice } = {
  user: "user",
  assistant: "assistant",
  system: "system",
  developer: "system",
  tool: "tool",
}

const partOf = (of: unknown, at: string): Part => {
  const value = fieldsOf(of) ?? nothing
  const type = stringOf(value["type"]) ?? ""
  if (type === "text") return { is: "text", at, value, text: stringOf(value["text"]) ?? "" }
  if (type !== "image_url") return { is: "other", at, value, type }
  const named = value["image_url"]
  return { is: "image", at, value, ...picture(stringOf(named) ?? stringOf(fieldsOf(named)?.["url"])) }
}

const partsOf = (content: unknown, at: string): readonly Part[] => {
  if (typeof content === "string") return [{ is: "text", at, value: nothing, text: content }]
  return (listOf(content) ?? []).map((part, index) => partOf(part, `${at}/${index}`))
}

const belowCall = { id: "/id", name: "/function/name", input: "/function/arguments" } as const
const belowFree = { id: "/id", name: "/custom/name", input: "/custom/input" } as const
export const belowResult = { id: "/tool_call_id" } as const

const callPart = (of: unknown, at: string, form: "json-text" | "value"): CallPart => {
  const value = fieldsOf(of) ?? nothing
  const isFree = value["type"] === "custom"
  const key = isFree ? "custom" : "function"
  const inner = fieldsOf(value[key]) ?? nothing
  const written = inner[isFree ? "input" : "arguments"]
  return {
    is: "call",
    at,
    value,
    id: stringOf(value["id"]),
    name: stringOf(inner["name"]),
    input: written,
    below: isFree ? belowFree : belowCall,
    form: isFree ? "free" : form,
    json: !isFree && typeof written === "string" ? jsonKind(written) : undefined,
    isServer: false,
  }
}

export const chatCalls = (value: Fields, at: string, form: "json-text" | "value"): readonly CallPart[] =>
  (listOf(value["tool_calls"]) ?? []).map((call, index) => callPart(call, `${at}/tool_calls/${index}`, form))

/** Tools as the chat shape declares them; other kinds of tools have no name of ours to look at. */
export const chatTools = (root: Fields): readonly Declared[] =>
  (listOf(root["tools"]) ?? []).map((tool, index) => {
    const value = fieldsOf(tool) ?? nothing
    const key = value["type"] === "custom" ? "custom" : "function"
    const inner = fieldsOf(value[key]) ?? nothing
    const at = `/tools/${index}`
    return {
      at,
      name: stringOf(inner["name"]),
      nameAt: `${at}/${key}/name`,
      schema: key === "custom" ? undefined : inner["parameters"],
    }
  })

const messageOf = (message: unknown, index: number): Message => {
  const value = fieldsOf(message) ?? nothing
  const at = `/messages/${index}`
  const role = stringOf(value["role"]) ?? ""
  const voice = chatVoices[role] ?? "other"
  const content = partsOf(value["content"], `${at}/content`)
  if (voice !== "tool") {
    const calls = chatCalls(value, at, "json-text")
    return { index, at, role, voice, parts: calls.length === 0 ? content : content.concat(calls), value }
  }
  const result: Part = {
    is: "result",
    at,
    value,
    id: stringOf(value["tool_call_id"]),
    below: belowResult,
    name: stringOf(value["name"]),
    isError: false,
    content,
    isServer: false,
  }
  return { index, at, role, voice, parts: [result], value }
}

/** A body of the OpenAI chat shape; a tool's message is one result. */
export const readChat = (root: Fields): Reading => ({
  messages: (listOf(root["messages"]) ?? []).map(messageOf),
  system: [],
  tools: chatTools(root),
})
