import type { Message, Part, Reading } from "../part.ts"
import { type Fields, fieldsOf, listOf, nothing, stringOf } from "../value.ts"
import { belowResult, chatCalls, chatTools, chatVoices } from "./chat.ts"

const messageOf = (message: unknown, index: number): Message => {
  const value = fieldsOf(message) ?? nothing
  const at = `/messages/${index}`
  const role = stringOf(value["role"]) ?? ""
  const voice = chatVoices[role] ?? "other"
  const text = stringOf(value["content"])
  const content: Part[] =
    text === undefined ? [] : [{ is: "text", at: `${at}/content`, value: nothing, text }]
  for (const [number, data] of (listOf(value["images"]) ?? []).entries())
    content.push({
      is: "image",
      at: `${at}/images/${number}`,
      value: nothing,
      mediaType: undefined,
      base64: stringOf(data),
      url: undefined,
    })
  if (voice !== "tool") {
    return { index, at, role, voice, parts: [...content, ...chatCalls(value, at, "value")], value }
  }
  const result: Part = {
    is: "result",
    at,
    value,
    id: stringOf(value["tool_call_id"]),
    below: belowResult,
    name: stringOf(value["tool_name"]),
    isError: false,
    content,
    isServer: false,
  }
  return { index, at, role, voice, parts: [result], value }
}

/** A body of Ollama's native chat. */
export const readOllama = (root: Fields): Reading => ({
  messages: (listOf(root["messages"]) ?? []).map(messageOf),
  system: [],
  tools: chatTools(root),
})
