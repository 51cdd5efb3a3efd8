import { type Json, listOf, objectOf, stringOf } from "#lib/record/json.ts"

/** Whose request a list of messages belongs to. */
export type Shape = "openai-chat" | "anthropic-messages"

const roles = new Set(["system", "developer", "user", "assistant", "tool", "function"])

const anthropicBlocks = new Set([
  "tool_use",
  "tool_result",
  "thinking",
  "redacted_thinking",
  "image",
  "document",
  "server_tool_use",
  "mcp_tool_use",
  "search_result",
  "container_upload",
])
const openaiBlocks = new Set(["image_url", "input_audio", "file", "refusal"])
/** Blocks of the same roles in formats that are neither. */
const otherBlocks = new Set([
  "tool-call",
  "tool-result",
  "tool-approval-request",
  "reasoning-file",
  "input_text",
])

const anthropicFields = [
  "system",
  "anthropic_version",
  "anthropic_beta",
  "stop_sequences",
  "mcp_servers",
  "thinking",
]
const openaiFields = [
  "max_completion_tokens",
  "response_format",
  "frequency_penalty",
  "presence_penalty",
  "logit_bias",
  "logprobs",
  "parallel_tool_calls",
  "reasoning_effort",
  "functions",
  "n",
  "seed",
  "stop",
]

type Marks = { anthropic: number; openai: number; other: number; lists: number }

const markTools = (body: Json, marks: Marks): void => {
  for (const item of listOf(body.tools) ?? []) {
    const tool = objectOf(item)
    if (objectOf(tool?.function) !== undefined) marks.openai++
    if (tool !== undefined && "input_schema" in tool) marks.anthropic++
  }
}

const markBody = (body: Json, marks: Marks): void => {
  marks.anthropic += anthropicFields.filter((field) => body[field] !== undefined).length
  marks.openai += openaiFields.filter((field) => body[field] !== undefined).length
  markTools(body, marks)
  if ("trajectory_format" in body || "projectHash" in body || "conversations" in body) marks.other++
}

const markMessage = (message: Json, marks: Marks): void => {
  const { role, content } = message
  if (role === "developer" || role === "tool" || role === "function") marks.openai++
  if (listOf(message.tool_calls) !== undefined || objectOf(message.function_call) !== undefined)
    marks.openai++
  if (listOf(message.parts) !== undefined || "lc" in message) marks.other++
  const blocks = listOf(content)
  if (role === "assistant" && blocks !== undefined) marks.lists++
  for (const block of blocks ?? []) {
    const type = stringOf(objectOf(block)?.type) ?? ""
    if (anthropicBlocks.has(type) || type.endsWith("_tool_result")) marks.anthropic++
    else if (openaiBlocks.has(type)) marks.openai++
    else if (otherBlocks.has(type)) marks.other++
  }
}

/** Whether a value is a message of either shape: a role that both know, and content. */
export const isMessage = (value: unknown): value is Json => {
  const message = objectOf(value)
  return message !== undefined && typeof message.role === "string" && roles.has(message.role)
}

/**
 * The shape of a list of messages and of the body around it, if there is one; undefined where they belong to another
 * format. Plain text alone says nothing: then assistants that speak in blocks are Anthropic's, and all else is a chat.
 */
export const shapeOf = (messages: readonly unknown[], body?: Json): Shape | undefined => {
  const marks: Marks = { anthropic: 0, openai: 0, other: 0, lists: 0 }
  if (body !== undefined) markBody(body, marks)
  const known = messages.filter(isMessage)
  if (messages.length > 0 && known.length * 2 < messages.length) return undefined
  for (const message of known) markMessage(message, marks)
  if (marks.other > 0) return undefined
  if (marks.openai !== marks.anthropic)
    return marks.openai > marks.anthropic ? "openai-chat" : "anthropic-messages"
  return marks.lists > 0 || /^claude|anthropic/.test(stringOf(body?.model) ?? "")
    ? "anthropic-messages"
    : "openai-chat"
}
