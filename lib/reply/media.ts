import { createHash } from "node:crypto"
import type { BlockOf } from "#lib/record/block.ts"
import type { StoredObject } from "#lib/record/record.ts"
import { filledOf, stringOf } from "./json.ts"

type Media = { readonly block: BlockOf<"image" | "file">; readonly object: StoredObject }

/** A picture or file that a model made, from base64 and its media type; undefined where there are no bytes. */
export const media = (data: unknown, type: unknown): Media | undefined => {
  const bytes = new Uint8Array(Buffer.from(stringOf(data) ?? "", "base64"))
  const mediaType = filledOf(type)
  if (bytes.length === 0 || mediaType === undefined) return undefined
  const sha256 = createHash("sha256").update(bytes).digest("hex")
  return {
    object: { sha256, mediaType, bytes },
    block: mediaType.startsWith("image/")
      ? { kind: "image", object: sha256, mediaType, bytes: bytes.length }
      : { kind: "file", object: sha256, mediaType },
  }
}
