import { spans } from "#lib/wire/print.ts"

/** A stretch of a JSON text that stands on a line of its own; `depth`: how far it is set in. */
export type RawLine = { readonly text: string; readonly depth: number }

/** A value that is no longer than that stays on one line. */
const short = 80
/** Pieces that a string without line feeds is cut into. */
const long = 400

/** The offsets behind every escaped line feed in a string, and where a long stretch without one is cut. */
const breaksInString = (text: string, from: number, to: number): readonly number[] => {
  const breaks: number[] = []
  let last = from
  for (let at = from + 1; at < to - 1; ) {
    const isEscape = text[at] === "\\"
    at += isEscape ? (text[at + 1] === "u" ? 6 : 2) : 1
    const isFeed = isEscape && text.startsWith("\\n", at - 2)
    const isPair = (text.charCodeAt(at) & 0xfc00) === 0xdc00
    if ((isFeed || (at - last >= long && !isPair)) && at < to - 1) {
      breaks.push(at)
      last = at
    }
  }
  return breaks
}

type Break = { readonly at: number; readonly depth: number }

/** Where lines begin behind the first: at what a container holds, at its end, and inside long strings. */
const breaksOf = (text: string): readonly Break[] => {
  const table = spans(text)
  const breaks: Break[] = []
  const depths: number[] = []
  for (let node = 0; node < table.count; node++) {
    const [start, end, parent] = [table.start(node), table.end(node), table.parent(node)]
    const depth = parent < 0 ? 0 : (depths[parent] ?? 0) + 1
    depths.push(depth)
    const isLaid = parent >= 0 && table.end(parent) - table.start(parent) > short
    if (isLaid) breaks.push({ at: table.memberStart(node), depth })
    if (text[start] === '"')
      for (const at of breaksInString(text, start, end)) breaks.push({ at, depth: depth + 1 })
    const isOpen = (text[start] === "{" || text[start] === "[") && table.inside(node).length > 0
    if (isOpen && end - start > short) breaks.push({ at: end - 1, depth })
  }
  return breaks.toSorted((a, b) => a.at - b.at)
}

/**
 * A JSON text in lines for reading. Contract: the lines' texts in order are the text, unchanged: nothing is re-encoded, an
 * escaped line feed stays as it is and a new line begins behind it.
 */
export const rawLines = (text: string): readonly RawLine[] => {
  const lines: RawLine[] = []
  let from = 0
  let depth = 0
  for (const { at, depth: next } of breaksOf(text)) {
    if (at <= from || at >= text.length) continue
    lines.push({ text: text.slice(from, at), depth })
    from = at
    depth = next
  }
  return [...lines, { text: text.slice(from), depth }]
}
