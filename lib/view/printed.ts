import type { Spans } from "#lib/wire/print.ts"
import type { Chunk } from "./chunks.ts"
import type { Limits } from "./clip.ts"
import type { Owners } from "./pieces.ts"

/**
 * What a stretch of printed JSON is: a value that the row's own crossing claims, one that another claims, a key,
 * or punctuation.
 */
export type Tone = "own" | "other" | "key" | "mark"

/** One printed line. Contract: the texts of all lines of all chunks joined are the wire's text; line breaks and indents are ours. */
export type PrintedLine = {
  readonly indent: number
  readonly spans: readonly (readonly [text: string, tone: Tone])[]
}

export type Printed = {
  readonly lines: readonly PrintedLine[]
  /** UTF-16 units of the chunk that are not in `lines`. */
  readonly rest: number
}

const openBrace = 123
const openBracket = 91
const quote = 34
const backslash = 92

/** How many columns a character takes: two for East Asian wide and emoji, one otherwise. */
const columnsOf = (code: number): number => (code >= 0x1100 && (code < 0x2000 || code >= 0x2e80) ? 2 : 1)

/** Lines as they grow; `full` once the limit is reached. */
type Page = {
  readonly lines: { indent: number; spans: [string, Tone][] }[]
  width: number
  readonly limits: Limits
  readonly columns: number
}

const isFull = (page: Page): boolean => page.lines.length > page.limits.lines

const newLine = (page: Page, indent: number): void => {
  const last = page.lines.at(-1)
  if (last !== undefined && last.spans.length === 0) last.indent = indent
  else page.lines.push({ indent, spans: [] })
  page.width = indent * 2
}

const put = (page: Page, text: string, tone: Tone, width: number): void => {
  const spans = page.lines.at(-1)?.spans
  const last = spans?.at(-1)
  if (last !== undefined && last[1] === tone) last[0] += text
  else spans?.push([text, tone])
  page.width += width
}

/** The end of one escape or character of a JSON string. */
const unitEnd = (text: string, at: number, end: number): number => {
  const code = text.charCodeAt(at)
  if (code === backslash) return Math.min(end, text.charAt(at + 1) === "u" ? at + 6 : at + 2)
  return (code & 0xfc00) === 0xd800 && at + 2 <= end ? at + 2 : at + 1
}

/** How far back a line may end at a blank rather than in a word. */
const nearest = 30

/** Whether a `\\n` that ends at `end` is followed by more of its string. */
const breaksAt = (text: string, at: number, end: number, to: number): boolean =>
  text.charCodeAt(at) === backslash &&
  text.charAt(at + 1) === "n" &&
  end < to &&
  text.charCodeAt(end) !== quote

/** Puts text[from, to) of a string, in lines that end behind each `\n` or at the page's edge; answers how far it came. */
const putString = (
  page: Page,
  text: string,
  from: number,
  to: number,
  tone: Tone,
  indent: number,
): number => {
  let start = from
  let width = 0
  let blank = from // behind the last blank of this line
  const flush = (at: number): void => {
    if (at > start) put(page, text.slice(start, at), tone, width)
    start = at
    blank = at
    width = 0
  }
  for (let at = from; at < to; ) {
    const code = text.charCodeAt(at)
    const end = unitEnd(text, at, to)
    width += code === backslash ? end - at : columnsOf(code)
    const isOver = page.width + width >= page.columns
    if (code === 32) blank = end
    if (breaksAt(text, at, end, to) || isOver) {
      at = isOver && blank > start && end - blank < nearest ? blank : end
      flush(at)
      if (at >= to) break
      newLine(page, indent + 1)
      if (isFull(page)) return at
    } else at = end
  }
  flush(to)
  return to
}

type Work = {
  readonly page: Page
  readonly spans: Spans
  readonly owners: Owners
  readonly own: number
  readonly to: number
  /** Containers around the place, outermost first, and whether each is printed over several lines. */
  readonly around: { readonly node: number; readonly broken: boolean }[]
}

const depth = (work: Work): number => work.around.filter((container) => container.broken).length
/** Whether a container at a depth is too long for one line, the key before it allowed for. */
const isBroken = (spans: Spans, node: number, depth: number, columns: number): boolean =>
  spans.end(node) - spans.memberStart(node) + depth * 2 + 1 > columns

const toneOf = (work: Work, node: number): Tone => (work.owners.of(node) === work.own ? "own" : "other")

/** A string value, by the ranges that several crossings may have in it. */
const putValue = (work: Work, node: number, from: number, to: number): number => {
  const { page, spans, owners, own } = work
  const ranges = owners.ranges(node)
  let at = from
  while (at < to) {
    const range = ranges.find((each) => each.start <= at && at < each.end)
    const next = range === undefined ? (ranges.find((each) => each.start > at)?.start ?? to) : range.end
    const end = Math.min(to, Math.max(next, at + 1))
    const tone =
      range === undefined
        ? ranges.length === 0
          ? toneOf(work, node)
          : "mark"
        : range.crossing === own
          ? "own"
          : "other"
    const came = putString(page, spans.text, at, end, tone, depth(work))
    if (came < end || isFull(page)) return came
    at = end
  }
  return to
}

const containersAround = (spans: Spans, at: number, columns: number): Work["around"] => {
  const nodes: number[] = []
  for (let node = spans.firstFrom(at) - 1; node >= 0; node = spans.parent(node)) {
    const kind = spans.text.charCodeAt(spans.start(node))
    if (spans.end(node) > at && (kind === openBrace || kind === openBracket)) nodes.push(node)
  }
  const around: Work["around"] = []
  let depth = 0
  for (const node of nodes.reverse()) {
    const broken = isBroken(spans, node, depth, columns)
    around.push({ node, broken })
    if (broken) depth += 1
  }
  return around
}

/** The string leaf that an offset lies within, where it does. */
const leafAround = (spans: Spans, at: number): number | undefined => {
  const node = spans.firstFrom(at) - 1
  const isLeaf = node >= 0 && spans.text.charCodeAt(spans.start(node)) === quote
  return isLeaf && spans.start(node) < at && at < spans.end(node) ? node : undefined
}

/** Prints from `at` one token on; answers where it came to. */
const step = (work: Work, at: number, next: number): number => {
  const { page, spans, around } = work
  const { text } = spans
  const code = text.charCodeAt(at)
  const char = text.charAt(at)
  if (char === "}" || char === "]") {
    const closed = around.pop()
    if (closed?.broken === true) newLine(page, depth(work))
    put(page, char, "mark", 1)
    return at + 1
  }
  if (char === ",") {
    put(page, char, "mark", 1)
    if (around.at(-1)?.broken === true) newLine(page, depth(work))
    return at + 1
  }
  if (next < spans.count && spans.memberStart(next) === at && spans.start(next) > at) {
    const end = text.indexOf(":", text.lastIndexOf('"', spans.start(next) - 1)) + 1
    put(page, text.slice(at, Math.min(end, work.to)), "key", end - at)
    return Math.min(end, work.to)
  }
  if (next < spans.count && spans.start(next) === at) {
    if (code === quote) return putValue(work, next, at, Math.min(spans.end(next), work.to))
    if (code === openBrace || code === openBracket) {
      const broken = isBroken(spans, next, depth(work), page.columns)
      put(page, char, "mark", 1)
      around.push({ node: next, broken })
      if (broken) newLine(page, depth(work))
      return at + 1
    }
    const end = Math.min(spans.end(next), work.to)
    put(page, text.slice(at, end), toneOf(work, next), end - at)
    return end
  }
  put(page, char, "mark", 1)
  return at + 1
}

/** The lines of a chunk of wire for pages of so many columns; `own` is the crossing whose chunk it is. */
export const printed = (
  spans: Spans,
  owners: Owners,
  own: number,
  chunk: Chunk,
  columns: number,
  limits: Limits,
): Printed => {
  const page: Page = { lines: [], width: 0, limits, columns }
  const work: Work = {
    page,
    spans,
    owners,
    own,
    to: chunk.to,
    around: containersAround(spans, chunk.from, columns),
  }
  newLine(page, depth(work))
  let at = chunk.from
  const inside = leafAround(spans, at)
  if (inside !== undefined) at = putValue(work, inside, at, Math.min(spans.end(inside), chunk.to))
  while (at < chunk.to && !isFull(page)) at = step(work, at, spans.firstFrom(at))
  const full = page.lines.slice(0, limits.lines)
  const lines = full.at(-1)?.spans.length === 0 ? full.slice(0, -1) : full
  const kept = lines.reduce(
    (sum, line) => sum + line.spans.reduce((length, [text]) => length + text.length, 0),
    0,
  )
  return { lines, rest: chunk.to - chunk.from - kept }
}
