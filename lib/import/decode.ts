import { isUtf8 } from "node:buffer"

/** Longest line that is read, in bytes: a string of this many units is as much as the runtime holds with room to spare. */
export const longestLine = 400 * 1024 * 1024

/** A line as text. `repaired`: what had to be put right, `utf8-invalid` where bytes were replaced by U+FFFD. */
export type Decoded = { readonly text: string; readonly repaired?: string }

/** A line of bytes, without its line feed, as text; the byte order mark of a file's first line is taken off. */
export const decodeLine = (bytes: Uint8Array, first = false): Decoded => {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = view.toString("utf8")
  if (!isUtf8(view)) return { text, repaired: "utf8-invalid" }
  return first && text.startsWith("\uFEFF") ? { text: text.slice(1), repaired: "byte-order-mark" } : { text }
}

/** The lines of bytes, without their line feeds; behind a last line feed stands no further line. */
export function* linesOf(bytes: Uint8Array): Generator<Uint8Array> {
  let from = 0
  while (from < bytes.length) {
    const feed = bytes.indexOf(10, from)
    const to = feed < 0 ? bytes.length : feed
    yield bytes.subarray(from, to)
    from = to + 1
  }
}
