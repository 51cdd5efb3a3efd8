import { type Json, listOf, objectOf, stringOf, wordsOf } from "#lib/record/json.ts"
import { type BlockReading, type BlockSource, rawBlock } from "./source.ts"
import { unknownTool } from "./tool.ts"

/** Calls that the provider runs itself, inside its own response. */
export const isServerCall = (type: string): boolean => type === "server_tool_use" || type === "mcp_tool_use"

export const isServerResult = (type: string, value: Json): boolean =>
  type.endsWith("_tool_result") && stringOf(value.tool_use_id) !== undefined

export const serverCall = (value: Json, source: BlockSource): BlockReading | undefined => {
  const name = stringOf(value.name)
  const callId = stringOf(value.id)
  if (name === undefined || callId === undefined) return undefined
  return {
    block: {
      kind: "tool-call",
      callId,
      name,
      arguments: rawBlock(source, "input"),
      providerExecuted: true,
      native: { api: "messages", json: rawBlock(source) },
    },
    objects: [],
  }
}

const failed = (value: Json): boolean =>
  value.is_error === true || (stringOf(objectOf(value.content)?.type)?.endsWith("_error") ?? false)

/** The readable words of one item: a title with its URL, a text, what a program printed, an error's code. */
const wordsIn = (value: unknown): readonly string[] => {
  const item = objectOf(value)
  if (item === undefined) return typeof value === "string" ? [value] : []
  const named = ["title", "url", "text", "stdout", "stderr", "error_code"].flatMap(
    (key) => wordsOf(item[key]) ?? [],
  )
  const inner = objectOf(item.content)
  const source = objectOf(inner?.source)
  const page = [inner?.title, source?.type === "text" ? source.data : undefined].flatMap(
    (words) => wordsOf(words) ?? [],
  )
  return [...named, ...page]
}

const readable = (content: unknown, source: BlockSource): string => {
  const items = listOf(content) ?? (content === undefined || content === null ? [] : [content])
  const words = items.map((item) => wordsIn(item).join("\n")).filter((item) => item !== "")
  return items.length > 0 && words.length === 0 ? rawBlock(source, "content") : words.join("\n\n")
}

/** A provider's own result: its words in our fields for other targets, all of it verbatim in `native`. */
export const serverResult = (value: Json, source: BlockSource): BlockReading => {
  const callId = stringOf(value.tool_use_id) ?? ""
  const text = readable(value.content, source)
  return {
    block: {
      kind: "tool-result",
      callId,
      name: source.toolOf(callId) ?? unknownTool,
      isError: failed(value),
      content: text === "" ? [] : [{ kind: "text", text }],
      providerExecuted: true,
      native: { api: "messages", json: rawBlock(source) },
    },
    objects: [],
  }
}
