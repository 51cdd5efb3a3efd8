import { isUtf8 } from "node:buffer"

/** Longest line that is read, in bytes: a string of this many units is as much as the runtime holds with room to spare. */
export const longestLine = 400 * 1024 * 1024

/** A line as text. `repaired`: what had to be put right, `utf8-invalid` where bytes were replaced by U+FFFD. */
export type Decoded = { readonly text: string; readonly repaired?: string }

const viewOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** A line of bytes, without its line feed, as text; the byte order mark of a file's first line is taken off. */
export const decodeLine = (bytes: Uint8Array, first = false): Decoded => {
  const view = viewOf(bytes)
  const text = view.toString("utf8")
  if (!isUtf8(view)) return { text, repaired: "utf8-invalid" }
  return first && text.startsWith("\uFEFF") ? { text: text.slice(1), repaired: "byte-order-mark" } : { text }
}

const lineFeed = 10

/**
 * The lines of a file's bytes, without their line feeds; behind a last line feed stands no further line. A line that is
 * longer than `longestLine` comes as undefined.
 */
export function* linesOf(bytes: Uint8Array): Generator<Decoded | undefined> {
  const view = viewOf(bytes)
  const clean = isUtf8(view)
  let from = 0
  while (from < view.length) {
    const feed = view.indexOf(lineFeed, from)
    const to = feed < 0 ? view.length : feed
    if (to - from > longestLine) yield undefined
    else if (clean && from > 0) yield { text: view.toString("utf8", from, to) }
    else yield decodeLine(view.subarray(from, to), from === 0)
    from = to + 1
  }
}
