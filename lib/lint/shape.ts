import { type Json, listOf, objectOf, stringOf } from "#lib/record/json.ts"
import { nothing } from "./value.ts"

/** Wire shapes that a body can be told to have; `prior-turns` is a Messages body. */
export type Shape = "chat" | "responses" | "messages" | "gemini" | "ollama" | "converse"

const messagesTypes = new Set(["tool_use", "tool_result", "thinking", "redacted_thinking"])

const isConverse = (part: Json): boolean =>
  "toolUse" in part || "toolResult" in part || "reasoningContent" in part || typeof part["text"] === "string"

const markContent = (content: unknown, votes: Map<Shape, number>): void => {
  listOf(content)?.forEach((part) => {
    const fields = objectOf(part) ?? nothing
    const type = stringOf(fields["type"])
    if (type === undefined && isConverse(fields)) vote(votes, "converse")
    else if (type !== undefined && messagesTypes.has(type)) vote(votes, "messages")
    else if (type === "image" || type === "document") vote(votes, "messages")
    else if (type === "image_url" || type === "input_audio" || type === "file") vote(votes, "chat")
  })
}

const vote = (votes: Map<Shape, number>, shape: Shape): void =>
  void votes.set(shape, (votes.get(shape) ?? 0) + 1)

const markMessage = (message: Json, votes: Map<Shape, number>): void => {
  markContent(message["content"], votes)
  const calls = listOf(message["tool_calls"])
  if (message["role"] === "tool" || calls !== undefined) {
    const native =
      "tool_name" in message ||
      calls?.some((call) => objectOf(objectOf(objectOf(call)?.["function"])?.["arguments"]) !== undefined)
    vote(votes, native === true ? "ollama" : "chat")
  }
  if (listOf(message["images"]) !== undefined) vote(votes, "ollama")
}

/** What the fields beside history say. */
const markHead = (root: Json, votes: Map<Shape, number>): void => {
  if (objectOf(root["toolConfig"]) !== undefined || objectOf(root["inferenceConfig"]) !== undefined)
    vote(votes, "converse")
  if (typeof root["system"] === "string") vote(votes, "messages")
  markContent(root["system"], votes)
  for (const tool of listOf(root["tools"]) ?? []) {
    const fields = objectOf(tool) ?? nothing
    if (objectOf(fields["input_schema"]) !== undefined) vote(votes, "messages")
    if (objectOf(fields["function"]) !== undefined) vote(votes, "chat")
  }
}

const votesOf = (root: Json): ReadonlyMap<Shape, number> => {
  const votes = new Map<Shape, number>()
  markHead(root, votes)
  listOf(root["messages"])?.forEach((message) => void markMessage(objectOf(message) ?? nothing, votes))
  return votes
}

/**
 * The shape that a body's fields speak for; undefined where it holds no history at all. A plain exchange of texts fits
 * several: then it is `chat`.
 */
export const shapeOf = (root: Json): Shape | undefined => {
  if (listOf(root["contents"]) !== undefined) return "gemini"
  if (listOf(root["input"]) !== undefined || typeof root["input"] === "string") return "responses"
  if (listOf(root["messages"]) === undefined) return undefined
  const [most] = [...votesOf(root)].toSorted((a, b) => b[1] - a[1])
  return most?.[0] ?? "chat"
}

const near: { readonly [shape in Shape]: readonly Shape[] } = {
  chat: ["ollama"],
  ollama: ["chat"],
  responses: [],
  messages: [],
  gemini: [],
  converse: [],
}

/**
 * Whether a body can be read as `asked`: that is what its fields speak for, or nothing in it says otherwise. Chat and
 * Ollama are near enough that a mistake between them is a finding of its own.
 */
export const fits = (root: Json, asked: Shape): boolean => {
  const found = shapeOf(root)
  if (found === undefined || found === asked || near[asked].includes(found)) return found !== undefined
  const history = (shape: Shape): string =>
    shape === "gemini" ? "contents" : shape === "responses" ? "input" : "messages"
  if (history(found) !== history(asked)) return false
  const votes = votesOf(root)
  return votes.size === 0 || votes.has(asked)
}
