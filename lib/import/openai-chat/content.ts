import type { Block, ResultContent } from "#lib/record/block.ts"
import { type Json, listOf, objectOf, stringOf } from "#lib/record/json.ts"
import type { StoredObject } from "#lib/record/record.ts"
import { bytesOf, dataUrl, fileOf, pictureOf } from "../media.ts"
import { type Path, type Places, rawAt } from "../raw.ts"

type Part<Of> = { readonly block: Of; readonly objects: readonly StoredObject[] }

const picture = (part: Json): Part<ResultContent> | undefined => {
  const url = stringOf(part.image_url) ?? stringOf(objectOf(part.image_url)?.url)
  if (url === undefined || url === "") return undefined
  const data = dataUrl(url)
  if (data === undefined)
    return url.startsWith("data:")
      ? undefined
      : { block: { kind: "image", url, mediaType: "image/*" }, objects: [] }
  const { block, object } = pictureOf(data.bytes, data.mediaType)
  return { block, objects: [object] }
}

const document = (part: Json): Part<ResultContent> | undefined => {
  const file = objectOf(part.file)
  const given = stringOf(file?.file_data)
  if (given === undefined) return undefined
  const data = given.startsWith("data:") ? dataUrl(given) : { bytes: bytesOf(given), mediaType: undefined }
  if (data?.bytes === undefined) return undefined
  const { block, object } = fileOf(data.bytes, data.mediaType, stringOf(file?.filename))
  return { block, objects: [object] }
}

const sound = (part: Json): Part<ResultContent> | undefined => {
  const audio = objectOf(part.input_audio)
  const bytes = bytesOf(stringOf(audio?.data) ?? "")
  if (bytes === undefined) return undefined
  const { block, object } = fileOf(bytes, `audio/${stringOf(audio?.format) ?? "wav"}`)
  return { block, objects: [object] }
}

const words = (part: unknown): string | undefined => {
  if (typeof part === "string") return part
  const item = objectOf(part)
  return item?.type === "refusal"
    ? stringOf(item.refusal)
    : item?.type === "text"
      ? stringOf(item.text)
      : undefined
}

const readable = (value: unknown): Part<ResultContent> | undefined => {
  const text = words(value)
  if (text !== undefined) return { block: { kind: "text", text }, objects: [] }
  const part = objectOf(value)
  if (part?.type === "image_url") return picture(part)
  if (part?.type === "file") return document(part)
  return part?.type === "input_audio" ? sound(part) : undefined
}

export type Content<Of> = { readonly blocks: readonly Of[]; readonly objects: readonly StoredObject[] }

const gather = <Of>(parts: readonly Part<Of>[]): Content<Of> => ({
  blocks: parts.map(({ block }) => block),
  objects: parts.flatMap(({ objects }) => objects),
})

/** Content that is a string, a list of parts or absent; undefined where it is something else. */
const partsOf = (value: unknown): readonly unknown[] | undefined => {
  if (value === undefined || value === null || value === "") return []
  return typeof value === "string" ? [value] : listOf(value)
}

/** The blocks of a message's content, what has no kind here verbatim; undefined where it is no content. */
export const contentOf = (value: unknown, places: Places, path: Path): Content<Block> | undefined =>
  shaped<Block>(partsOf(value), (part, index) => {
    const read = readable(part)
    return (
      read ?? {
        block: { kind: "opaque", source: "chat", json: rawAt(places, [...path, index]) },
        objects: [],
      }
    )
  })

/** The content of a result; what has no kind here as its JSON text. */
export const resultOf = (value: unknown, places: Places, path: Path): Content<ResultContent> | undefined =>
  shaped<ResultContent>(
    partsOf(value),
    (part, index) =>
      readable(part) ?? { block: { kind: "text", text: rawAt(places, [...path, index]) }, objects: [] },
  )

const shaped = <Of>(
  parts: readonly unknown[] | undefined,
  read: (part: unknown, index: number) => Part<Of>,
): Content<Of> | undefined => (parts === undefined ? undefined : gather(parts.map(read)))

/** The text of a system message; undefined where it holds anything else. */
export const textOf = (value: unknown): string | undefined => {
  const texts = partsOf(value)?.map(words)
  return texts?.every((text) => text !== undefined) ? texts.join("\n\n") : undefined
}
