import type { BlockOf } from "#lib/record/block.ts"
import { type Json, known, objectOf, stringOf } from "#lib/record/json.ts"
import type { StoredObject } from "#lib/record/record.ts"
import { bytesOf, fileOf, pictureOf } from "../media.ts"
import { type BlockSource, rawBlock } from "./source.ts"

type Placed<Kind extends "image" | "file"> = {
  readonly block: BlockOf<Kind>
  readonly objects: readonly StoredObject[]
}

/** A picture block: base64 becomes an object, a URL stays one (nothing is fetched); undefined for a source of another kind. */
export const imageBlock = (value: Json): Placed<"image"> | undefined => {
  const source = objectOf(value.source)
  const url = stringOf(source?.url)
  if (url !== undefined && url !== "")
    return {
      block: { kind: "image", url, mediaType: stringOf(source?.media_type) ?? "image/*" },
      objects: [],
    }
  const bytes = bytesOf(stringOf(source?.data) ?? "")
  if (bytes === undefined) return undefined
  const { block, object } = pictureOf(bytes, stringOf(source?.media_type))
  return { block, objects: [object] }
}

const documentBytes = (source: Json): Uint8Array | undefined => {
  const data = stringOf(source.data)
  if (data === undefined) return undefined
  return source.type === "text" ? new TextEncoder().encode(data) : bytesOf(data)
}

/** A document block, likewise; where it also holds context or asks for citations, its own JSON stays with it. */
export const documentBlock = (value: Json, source: BlockSource): Placed<"file"> | undefined => {
  const held = objectOf(value.source)
  if (held === undefined) return undefined
  const more = value.context !== undefined || value.citations !== undefined
  const native = more ? { native: { api: "messages", json: rawBlock(source) } } : {}
  const name = stringOf(value.title)
  const mediaType = stringOf(held.media_type)
  const url = stringOf(held.url)
  if (url !== undefined && url !== "")
    return {
      block: { kind: "file", url, mediaType: mediaType ?? "application/pdf", ...known({ name }), ...native },
      objects: [],
    }
  const bytes = documentBytes(held)
  if (bytes === undefined) return undefined
  const { block, object } = fileOf(bytes, mediaType, name)
  return { block: { ...block, ...native }, objects: [object] }
}
