import { imageSize } from "image-size"
import type { LineBlock } from "#lib/line/item.ts"
import type { BlockOf } from "#lib/record/block.ts"
import type { Facts } from "#lib/wire/crossing.ts"
import type { Reason } from "#lib/wire/reason.ts"
import type { Context } from "./context.ts"
import { clean } from "./unicode.ts"

type Media = BlockOf<"image"> | BlockOf<"file">

/** What a picture or file becomes: its bytes in base64, or a marker's text with the reason. */
export type Verdict =
  | {
      readonly native: {
        readonly mediaType: string
        readonly base64: string
        readonly name: string | undefined
      }
      readonly reason?: Reason
    }
  | { readonly marker: string; readonly reason: Reason; readonly facts: Facts }

/** What the bytes themselves say of a picture; undefined where they are none that we know. */
export type Measure = { readonly mediaType: string; readonly width: number; readonly height: number }

const types: { readonly [type: string]: string } = {
  png: "image/png",
  jpg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  bmp: "image/bmp",
  tiff: "image/tiff",
  svg: "image/svg+xml",
  avif: "image/avif",
  heif: "image/heif",
  heic: "image/heic",
}

const measured = new WeakMap<Uint8Array, Measure | undefined>()

/** Reads type and size from a picture's bytes. */
export const measure = (bytes: Uint8Array): Measure | undefined => {
  if (measured.has(bytes)) return measured.get(bytes)
  let found: Measure | undefined
  try {
    const { type, width, height } = imageSize(bytes)
    found = { mediaType: types[type ?? ""] ?? `image/${type ?? "unknown"}`, width, height }
  } catch {
    found = undefined // not a picture that the library knows
  }
  measured.set(bytes, found)
  return found
}

const size = (bytes: number): string => (bytes < 1024 ? `${bytes} B` : `${Math.round(bytes / 1024)} KB`)

const whys: { readonly [Why in Reason]?: string } = {
  "image-unseen": "this model does not see pictures",
  "image-too-large": "it is over the size limit",
  "image-type": "pictures of this type are not taken",
  "image-many": "only the newest pictures are shown",
  "image-url": "it is only named by a URL",
  "object-missing": "its bytes are missing",
  "file-unsent": "files of this type are not taken",
}

const described = (
  block: Media,
  bytes: Uint8Array | undefined,
  seen: Measure | undefined,
): { readonly text: string; readonly facts: Facts } => {
  const stored = block.kind === "image" ? block : undefined
  const width = seen?.width ?? stored?.width
  const height = seen?.height ?? stored?.height
  const length = bytes?.length ?? stored?.bytes
  const mediaType = clean(seen?.mediaType ?? block.mediaType)
  const parts = [mediaType, ...(width === undefined || height === undefined ? [] : [`${width} × ${height}`])]
  if (length !== undefined) parts.push(size(length))
  return {
    text: parts.join(", "),
    facts: {
      mediaType,
      ...(width === undefined ? {} : { width }),
      ...(height === undefined ? {} : { height }),
      ...(length === undefined ? {} : { bytes: length }),
    },
  }
}

const refusal = (
  held: LineBlock,
  block: Media,
  bytes: Uint8Array | undefined,
  seen: Measure | undefined,
  { target, policies, left }: Context,
): Reason | undefined => {
  if (block.kind === "file") {
    if (block.url !== undefined) return "image-url"
    if (!target.files.includes(block.mediaType)) return "file-unsent"
    return bytes === undefined ? "object-missing" : undefined
  }
  if (!(policies.vision ?? target.sees)) return "image-unseen"
  if (block.url !== undefined) return "image-url"
  if (bytes === undefined) return "object-missing"
  if (seen === undefined || !target.pictures.types.includes(seen.mediaType)) return "image-type"
  if (left.pictures.has(held.id)) return "image-many"
  const tooLarge =
    Math.max(seen.width, seen.height) > target.pictures.side ||
    Math.ceil(bytes.length / 3) * 4 > target.pictures.base64
  return tooLarge ? "image-too-large" : undefined
}

/** Whether a picture or file crosses as bytes, and if not, what the marker says. Nothing is ever fetched. */
export const mediaVerdict = (held: LineBlock, block: Media, context: Context): Verdict => {
  const bytes = block.object === undefined ? undefined : context.policies.objects(block.object)
  const seen = bytes === undefined || block.kind === "file" ? undefined : measure(bytes)
  const reason = refusal(held, block, bytes, seen, context)
  if (reason === undefined && bytes !== undefined) {
    const mediaType = seen?.mediaType ?? block.mediaType
    const native = {
      mediaType,
      base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64"),
      name: block.name,
    }
    return mediaType === block.mediaType ? { native } : { native, reason: "media-type-corrected" }
  }
  const why = reason ?? "object-missing"
  const { text, facts } = described(block, bytes, seen)
  const what = block.kind === "image" ? "Image not seen" : "File not shown"
  return { marker: `[${what}: ${text}; ${whys[why] ?? ""}]`, reason: why, facts }
}

type Pictured = { readonly id: string; readonly bytes: Uint8Array }

/**
 * Pictures that cannot cross because of how many there are: above the row's count, with one over its side, only the
 * newest of that count cross (`anthropic/image-2000-many`). `pictures` in wire order.
 */
export const leftOutPictures = (
  pictures: readonly Pictured[],
  context: Pick<Context, "target">,
): ReadonlySet<string> => {
  const { above, side } = context.target.pictures.many
  if (pictures.length <= above) return new Set()
  const large = pictures.some(({ bytes }) => {
    const seen = measure(bytes)
    return seen !== undefined && Math.max(seen.width, seen.height) > side
  })
  return new Set(large ? pictures.slice(0, pictures.length - above).map(({ id }) => id) : [])
}
