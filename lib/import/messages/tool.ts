import type { ResultContent } from "#lib/record/block.ts"
import type { StoredObject } from "#lib/record/record.ts"
import { type Finder, finder } from "../raw.ts"
import { type Json, listOf, objectOf, stringOf } from "../value.ts"
import type { BlockReading, BlockSource } from "./block.ts"
import { documentBlock, imageBlock } from "./media.ts"

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
  const json = source.raw()
  return {
    block: {
      kind: "tool-call",
      callId: stringOf(value.id) ?? "",
      name,
      arguments: finder(json).raw(["input"]),
      ...(more(value) ? { native: { api: "messages", json } } : {}),
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

const contentOf = (value: unknown, raw: () => string): Content => {
  const item = objectOf(value)
  const text = typeof value === "string" ? value : item?.type === "text" ? stringOf(item.text) : undefined
  if (text !== undefined) return saying(text)
  const media =
    item?.type === "image"
      ? imageBlock(item)
      : item?.type === "document"
        ? documentBlock(item, raw)
        : undefined
  return media === undefined
    ? saying(raw(), false)
    : { content: media.block, objects: media.objects, whole: true }
}

/** The content of a result in our kinds; `whole` is false where some of it is only held as its JSON text. */
export const resultContents = (
  value: unknown,
  raw: () => string,
): {
  readonly content: readonly ResultContent[]
  readonly objects: readonly StoredObject[]
  readonly whole: boolean
} => {
  if (value === undefined || value === null || value === "") return { content: [], objects: [], whole: true }
  const items = listOf(value)
  if (items === undefined) {
    const one = contentOf(value, raw)
    return { content: [one.content], objects: one.objects, whole: one.whole }
  }
  let places: Finder | undefined
  const rawItem = (index: number): string => {
    places ??= finder(raw())
    return places.raw([index])
  }
  const read = items.map((item, index) => contentOf(item, () => rawItem(index)))
  return {
    content: read.map((item) => item.content),
    objects: read.flatMap((item) => item.objects),
    whole: read.every((item) => item.whole),
  }
}

/** A result, named after its call; where it holds something without a kind here, its own JSON stays with it. */
export const toolResult = (value: Json, source: BlockSource): BlockReading => {
  const callId = stringOf(value.tool_use_id) ?? ""
  const { content, objects, whole } = resultContents(value.content, () =>
    finder(source.raw()).raw(["content"]),
  )
  return {
    block: {
      kind: "tool-result",
      callId,
      name: source.toolOf(callId) ?? unknownTool,
      isError: value.is_error === true,
      content,
      ...(whole ? {} : { native: { api: "messages", json: source.raw() } }),
    },
    objects,
  }
}
