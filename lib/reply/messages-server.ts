import type { Block, BlockOf } from "#lib/record/block.ts"
import { filledOf, type Json, objectOf, rawAt, stringOf } from "./json.ts"

/** Tools that Anthropic runs itself, inside its own response. */

export const isServerResult = (value: Json): boolean =>
  (stringOf(value["type"]) ?? "").endsWith("_tool_result") && stringOf(value["tool_use_id"]) !== undefined

/** Whether a server tool's result says that it failed. */
export const hasFailed = (value: Json): boolean =>
  value["is_error"] === true || (stringOf(objectOf(value["content"])?.["type"])?.endsWith("_error") ?? false)

const spoken = (value: unknown): readonly string[] =>
  typeof value === "string" && value.trim() !== "" ? [value] : []

/** The readable words of one item: a title with its URL, a text, what a program printed, an error's code. */
const wordsIn = (value: unknown): readonly string[] => {
  const item = objectOf(value)
  if (item === undefined) return typeof value === "string" ? [value] : []
  const named = ["title", "url", "text", "stdout", "stderr", "error_code"].flatMap((key) => spoken(item[key]))
  const inner = objectOf(item["content"])
  const source = objectOf(inner?.["source"])
  const page = [inner?.["title"], source?.["type"] === "text" ? source["data"] : undefined].flatMap(spoken)
  return [...named, ...page]
}

/** A server result's words for targets that do not read its own JSON; that JSON where nothing in it can be read. */
export const readable = (content: unknown, raw: () => string): string => {
  const items = Array.isArray(content) ? content : content === undefined || content === null ? [] : [content]
  const words = items.map((item) => wordsIn(item).join("\n")).filter((item) => item !== "")
  return items.length > 0 && words.length === 0 ? raw() : words.join("\n\n")
}

/** The tool that the newest call with an id names. */
const nameOf = (blocks: readonly Block[], callId: string): string | undefined =>
  blocks
    .flatMap((block) => (block.kind === "tool-call" && block.callId === callId ? [block.name] : []))
    .at(-1)

/** A result as our fields hold it, with all of it in `native`; `blocks` are those before it. */
export const serverResult = (blocks: readonly Block[], value: Json, json: string): BlockOf<"tool-result"> => {
  const callId = filledOf(value["tool_use_id"]) ?? ""
  const text = readable(value["content"], () => rawAt(json, "content") ?? "")
  return {
    kind: "tool-result",
    callId,
    name: nameOf(blocks, callId) ?? "unknown",
    isError: hasFailed(value),
    content: text === "" ? [] : [{ kind: "text", text }],
    providerExecuted: true,
    native: { api: "messages", json },
  }
}
