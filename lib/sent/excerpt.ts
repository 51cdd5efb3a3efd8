/** Text around a byte: what stands before it and from it on, cut on characters. */
export type Excerpt = { readonly before: string; readonly from: string }

/** Bytes that are shown on either side, where nothing else is asked for. */
const usual = 40

const isInside = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** The first byte of the character that a byte belongs to. */
const characterStart = (bytes: Uint8Array, at: number): number => {
  let start = at
  while (start > 0 && isInside(bytes[start])) start--
  return start
}

/** Some bytes on either side of a byte; `from` is empty where the bytes end before it. */
export const excerptAt = (bytes: Uint8Array, byte: number, reach = usual): Excerpt => {
  const at = characterStart(bytes, Math.min(byte, bytes.length))
  let first = Math.max(0, at - reach)
  while (first < at && isInside(bytes[first])) first++
  const last = characterStart(bytes, Math.min(bytes.length, at + reach))
  const text = (from: number, to: number): string => Buffer.from(bytes.subarray(from, to)).toString()
  return { before: text(first, at), from: text(at, last) }
}
