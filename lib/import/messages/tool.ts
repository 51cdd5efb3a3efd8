import type { ResultContent } from "#lib/record/block.ts"
import { type Json, listOf, objectOf, stringOf } from "#lib/record/json.ts"
import type { StoredObject } from "#lib/record/record.ts"
import { documentBlock, imageBlock } from "./media.ts"
import { type BlockReading, type BlockSource, rawBlock } from "./source.ts"

/** The name of a tool whose call is not in the record. */
export const unknownTool = "unknown"

const held = new Set(["type", "id", "name", "input", "cache_control", "caller"])

/** Whether a call holds more than our fields do. A direct caller is what every call has. */
const more = (value: Json): boolean =>
  Object.keys(value).some((key) => !held.has(key)) ||
  (value.caller !== undefined && objectOf(value.caller)?.type !== "direct")

/** A call, its arguments as the JSON text that stands in the source; undefined without a name. */
export const toolCall = (value: Json, source: BlockSource): BlockReading | undefined => {
  const name = stringOf(value.name)
  if (name === undefined) return undefined
  return {
    block: {
      kind: "tool-call",
      callId: stringOf(value.id) ?? "",
      name,
      arguments: rawBlock(source, "input"),
      ...(more(value) ? { native: { api: "messages", json: rawBlock(source) } } : {}),
    },
    objects: [],
  }
}

type Content = {
  readonly content: ResultContent
  readonly objects: readonly StoredObject[]
  readonly whole: boolean
}

const saying = (text: string, whole = true): Content => ({
  content: { kind: "text", text },
  objects: [],
  whole,
})

/** One item of a result's content. */
const contentOf = (source: BlockSource): Content => {
  const { value } = source
  const item = objectOf(value)
  const text = typeof value === "string" ? value : item?.type === "text" ? stringOf(item.text) : undefined
  if (text !== undefined) return saying(text)
  const media =
    item?.type === "image"
      ? imageBlock(item)
      : item?.type === "document"
        ? documentBlock(item, source)
        : undefined
  if (media === undefined) return saying(rawBlock(source), false)
  return { content: media.block, objects: media.objects, whole: true }
}

/** The items of a result's content; none where it is absent or an empty string. */
const contentsOf = (value: unknown, source: BlockSource): readonly Content[] => {
  if (value === undefined || value === null || value === "") return []
  const path = [...source.path, "content"]
  const items = listOf(value)
  if (items === undefined) return [contentOf({ ...source, value, path })]
  return items.map((item, index) => contentOf({ ...source, value: item, path: [...path, index] }))
}

/** A result, named after its call; where it holds something without a kind here, its own JSON stays with it. */
export const toolResult = (value: Json, source: BlockSource): BlockReading => {
  const callId = stringOf(value.tool_use_id) ?? ""
  const contents = contentsOf(value.content, source)
  return {
    block: {
      kind: "tool-result",
      callId,
      name: source.toolOf(callId) ?? unknownTool,
      isError: value.is_error === true,
      content: contents.map(({ content }) => content),
      ...(contents.every(({ whole }) => whole)
        ? {}
        : { native: { api: "messages", json: rawBlock(source) } }),
    },
    objects: contents.flatMap(({ objects }) => objects),
  }
}
