import { createHash } from "node:crypto"
import { crc32 } from "node:zlib"

/** Hex sha256 of a text's UTF-8 or of bytes. */
export const digestOf = (of: string | Uint8Array): string => createHash("sha256").update(of).digest("hex")

/**
 * A fingerprint of 32 bits, gone on with by a further text and where that ends. It tells apart what a source says under
 * one id, where a digest of everything would cost as much as reading it.
 */
export const press = (print: number, text: string): number => {
  let next = Math.imul(print ^ text.length, 0x01000193) >>> 0
  if (text.length > 48) return crc32(text, next)
  for (let index = 0; index < text.length; index++)
    next = Math.imul(next ^ text.charCodeAt(index), 0x01000193) >>> 0
  return next
}
