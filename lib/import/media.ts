import { imageSize } from "image-size"
import type { BlockOf } from "#lib/record/block.ts"
import { known } from "#lib/record/json.ts"
import type { StoredObject } from "#lib/record/record.ts"
import { digestOf } from "./digest.ts"

export type Media<Kind extends "image" | "file"> = {
  readonly block: BlockOf<Kind>
  readonly object: StoredObject
}

/** Beginnings of the pictures whose size is read; the library would try every format it knows. */
const pictures: readonly { readonly type: string; readonly at: number; readonly bytes: readonly number[] }[] =
  [
    { type: "image/png", at: 0, bytes: [0x89, 0x50, 0x4e, 0x47] },
    { type: "image/jpeg", at: 0, bytes: [0xff, 0xd8, 0xff] },
    { type: "image/gif", at: 0, bytes: [0x47, 0x49, 0x46, 0x38] },
    { type: "image/webp", at: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
  ]

const pictureType = (bytes: Uint8Array): string | undefined =>
  pictures.find(({ at, bytes: start }) => start.every((byte, index) => bytes[at + index] === byte))?.type

type Size = { readonly width?: number; readonly height?: number }

const sizeOf = (bytes: Uint8Array): Size => {
  if (pictureType(bytes) === undefined) return {}
  try {
    const { width, height } = imageSize(bytes)
    return width > 0 && height > 0 ? { width, height } : {}
  } catch {
    return {} // a cut or damaged picture has no size; its bytes are kept as they are
  }
}

const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/

/** Bytes of a base64 text (white space within is allowed); undefined where it is none, or what recorders put in its place. */
export const bytesOf = (given: string): Uint8Array | undefined => {
  const text = /\s/.test(given) ? given.replace(/\s+/g, "") : given
  if (!base64.test(text) || text === "REDACTED") return undefined
  const digits = text.endsWith("=") ? text.indexOf("=", text.length - 2) : text.length
  return digits % 4 === 1 ? undefined : new Uint8Array(Buffer.from(text, "base64"))
}

/** Bytes to an object, under the media type that the source names, or the one their beginning shows. */
const objectOf = (bytes: Uint8Array, mediaType: string | undefined): StoredObject => ({
  sha256: digestOf(bytes),
  mediaType: mediaType ?? pictureType(bytes) ?? "application/octet-stream",
  bytes,
})

/** A picture: its bytes as an object, and the block that names it, with size in bytes and pixels where they can be read. */
export const pictureOf = (bytes: Uint8Array, mediaType?: string, name?: string): Media<"image"> => {
  const object = objectOf(bytes, mediaType)
  const size = sizeOf(bytes)
  return {
    object,
    block: {
      kind: "image",
      object: object.sha256,
      mediaType: object.mediaType,
      ...known({ name }),
      ...size,
      bytes: bytes.length,
    },
  }
}

/** A document, likewise. */
export const fileOf = (bytes: Uint8Array, mediaType?: string, name?: string): Media<"file"> => {
  const object = objectOf(bytes, mediaType)
  return {
    object,
    block: { kind: "file", object: object.sha256, mediaType: object.mediaType, ...known({ name }) },
  }
}

/** The parts of a `data:` URL with base64 content; undefined for any other URL. */
export const dataUrl = (
  url: string,
): { readonly mediaType?: string; readonly bytes: Uint8Array } | undefined => {
  const comma = url.slice(0, 200).indexOf(",")
  if (!url.startsWith("data:") || comma < 0) return undefined
  const [mediaType = "", ...marks] = url.slice(5, comma).split(";")
  const bytes = marks.includes("base64") ? bytesOf(url.slice(comma + 1)) : undefined
  return bytes && { ...(mediaType === "" ? {} : { mediaType }), bytes }
}
