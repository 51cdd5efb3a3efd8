import type { Maker, Message, Speaker } from "#lib/record/entry.ts"
import { type Json, known, listOf, objectOf, stringOf } from "#lib/record/json.ts"
import type { ElementReading, ElementSource, Reader } from "./bodies/conversation.ts"
import { documents, lines } from "./bodies/importers.ts"
import type { Body } from "./ledger.ts"
import { unknownTool } from "./messages/tool.ts"
import { callsOf, legacyId, reasoningOf } from "./openai-chat/calls.ts"
import { contentOf, resultOf, textOf } from "./openai-chat/content.ts"
import { chatHeader, chatUsage } from "./openai-chat/header.ts"
import type { Path, Places } from "./raw.ts"
import { timeOfSeconds } from "./time.ts"

const makerOf = (model: unknown): Maker | undefined =>
  typeof model === "string" && model !== "" ? { provider: "openai", api: "chat", model } : undefined

const isSystem = (role: unknown): boolean => role === "system" || role === "developer"

const named = (kind: Speaker["kind"], message: Json): Speaker => {
  const name = stringOf(message.name)
  return name === undefined || name === "" ? { kind } : { kind, name }
}

const reply = (message: Json, places: Places, path: Path, more: Partial<Message>): ElementReading => {
  const content = contentOf(message.content, places, [...path, "content"])
  if (content === undefined) return undefined
  const refusal = stringOf(message.refusal)
  const blocks = [
    ...reasoningOf(message),
    ...content.blocks,
    ...(refusal === undefined || refusal === "" ? [] : [{ kind: "text", text: refusal } as const]),
    ...callsOf(message, places, path),
  ]
  const body: Body = { kind: "message", role: "assistant", speaker: named("agent", message), ...more, blocks }
  return { bodies: [body], objects: content.objects }
}

const result = ({ message, places, path, toolOf }: ElementSource): ElementReading => {
  const content = resultOf(message.content, places, [...path, "content"])
  if (content === undefined) return undefined
  const own = stringOf(message.name)
  const callId = message.role === "function" ? legacyId(own ?? "") : (stringOf(message.tool_call_id) ?? "")
  const name = toolOf(callId) ?? own ?? unknownTool
  const block = { kind: "tool-result", callId, name, isError: false, content: [...content.blocks] } as const
  return {
    bodies: [{ kind: "message", role: "tool", speaker: { kind: "tool" }, blocks: [block] }],
    objects: content.objects,
  }
}

const said = (
  role: "user" | "system",
  speaker: Speaker,
  { message, places, path }: ElementSource,
): ElementReading => {
  const content = contentOf(message.content, places, [...path, "content"])
  if (content === undefined) return undefined
  return { bodies: [{ kind: "message", role, speaker, blocks: content.blocks }], objects: content.objects }
}

const element = (source: ElementSource): ElementReading => {
  const { message, places, path, body } = source
  if (message.role === "user") return said("user", named("human", message), source)
  if (isSystem(message.role)) return said("system", named("context", message), source)
  if (message.role === "tool" || message.role === "function") return result(source)
  if (message.role !== "assistant") return undefined
  return reply(message, places, path, known({ maker: makerOf(body?.model) }))
}

const stops: { readonly [reason: string]: NonNullable<Message["stop"]> } = {
  stop: "end",
  tool_calls: "tool-calls",
  function_call: "tool-calls",
  length: "length",
  content_filter: "filter",
}

/** The reply of the first choice; others were never part of the conversation. */
const response: Reader["response"] = (around, places, at) => {
  const given = objectOf(around.response)
  const choice = objectOf(listOf(given?.choices)?.[0])
  const message = objectOf(choice?.message)
  if (given === undefined || message === undefined) return undefined
  const id = stringOf(given.id)
  const reason = stringOf(choice?.finish_reason) ?? ""
  const more = known({
    responseId: id === "" ? undefined : id,
    maker: makerOf(given.model),
    stop: Object.hasOwn(stops, reason) ? stops[reason] : undefined,
    usage: chatUsage(given.usage),
  })
  const read = reply(message, places, [...at, "response", "choices", 0, "message"], more)
  return read && { ...read, at: timeOfSeconds(given.created) }
}

/** How the messages of a chat body are read. */
export const chatRequest: Reader = {
  element,
  system: (message) => (isSystem(message.role) ? textOf(message.content) : undefined),
  header: chatHeader,
  response,
}

/** Chat Completions: request bodies, their envelopes, bare lists of messages, lists of runs, logs of LiteLLM. */
export const openaiChat = documents("openai-chat", "OpenAI chat messages or body (JSON)", chatRequest)

/** The same, one in each line: data for fine-tuning, requests of a batch. */
export const openaiChatLines = lines("openai-chat", "OpenAI chat messages or bodies (JSONL)", chatRequest)
