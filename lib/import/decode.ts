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

/** Bytes that are decoded at once: small lines cost less together. */
const window = 256 * 1024

const lineFeed = 10

/** The end of the lines that are decoded together: a line feed within the window, else the one that ends the line. */
const stretchEnd = (view: Buffer, from: number): number => {
  if (view.length - from <= window) return view.length
  const last = view.lastIndexOf(lineFeed, from + window)
  if (last >= from) return last
  const next = view.indexOf(lineFeed, from + window)
  return next < 0 ? view.length : next
}

function* separately(view: Buffer): Generator<Decoded> {
  let from = 0
  while (from < view.length) {
    const feed = view.indexOf(lineFeed, from)
    const to = feed < 0 ? view.length : feed
    yield decodeLine(view.subarray(from, to))
    from = to + 1
  }
}

/**
 * The lines of a file's bytes, without their line feeds; behind a last line feed stands no further line. A line that is
 * longer than `longestLine` comes as undefined.
 */
export function* linesOf(bytes: Uint8Array): Generator<Decoded | undefined> {
  const view = viewOf(bytes)
  let from = 0
  while (from < view.length) {
    const to = stretchEnd(view, from)
    const stretch = view.subarray(from, to)
    const first = from === 0
    from = to + 1
    if (stretch.length > longestLine) {
      yield undefined
      continue
    }
    if (!isUtf8(stretch)) {
      yield* separately(stretch)
      continue
    }
    const { text, repaired } = decodeLine(stretch, first)
    const lines = text.split("\n")
    if (to === view.length && lines.at(-1) === "") lines.pop()
    for (const [index, line] of lines.entries())
      yield index === 0 && repaired !== undefined ? { text: line, repaired } : { text: line }
  }
}
