/** Where a value stands in a JSON text: UTF-16 offsets, `end` exclusive. */
export type Span = { readonly start: number; readonly end: number }

/**
 * Every value of a JSON text as a node, in document order, with its place in the text.
 * Contract: nodes are numbered from 0 (the whole value) by where they start; a container has a lower number than what
 * it holds. Nothing is re-encoded: every span is of the text as it is.
 */
export type Spans = {
  readonly text: string
  readonly count: number
  readonly start: (node: number) => number
  readonly end: (node: number) => number
  /** The node that holds this one; -1 for the whole. */
  readonly parent: (node: number) => number
  /** Where a member begins, its key included; the same as `start` elsewhere. */
  readonly memberStart: (node: number) => number
  /** The nodes directly inside, in order; empty for leaves and empty containers. */
  readonly inside: (node: number) => readonly number[]
  /** The node of a JSON pointer; undefined where the text has none. Of a repeated key the last counts, as in JSON.parse. */
  readonly node: (pointer: string) => number | undefined
  /** The span of a JSON pointer; undefined where the text has none. */
  readonly of: (pointer: string) => Span | undefined
  /** The first node that starts at or behind an offset; `count` where none does. */
  readonly firstFrom: (offset: number) => number
}

type Table = {
  readonly starts: number[]
  readonly ends: number[]
  readonly parents: number[]
  readonly keys: number[]
  readonly keyEnds: number[]
  readonly inside: (number[] | undefined)[]
}

const quote = 34
const backslash = 92
const openBrace = 123
const openBracket = 91
const closeBrace = 125
const closeBracket = 93
const comma = 44
const colon = 58
const isBlank = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9

/** The offset behind a string whose opening quote stands at `from`. */
const stringEnd = (text: string, from: number): number => {
  let at = text.indexOf('"', from + 1)
  while (at >= 0) {
    let back = at - 1
    while (text.charCodeAt(back) === backslash) back -= 1
    if ((at - back) % 2 === 1) return at + 1
    at = text.indexOf('"', at + 1)
  }
  return text.length
}

const wordEnd = (text: string, from: number): number => {
  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === comma || code === closeBrace || code === closeBracket || isBlank(code)) return at
    at += 1
  }
  return at
}

/** One pass, without recursion: hostile arguments may nest as deep as they like. */
const scan = (text: string): Table => {
  const table: Table = { starts: [], ends: [], parents: [], keys: [], keyEnds: [], inside: [] }
  let parent = -1
  let inObject = false
  let key = -1
  let keyEnd = -1
  const open = (start: number, end: number): number => {
    const node = table.starts.length
    table.starts.push(start)
    table.ends.push(end)
    table.parents.push(parent)
    table.keys.push(key)
    table.keyEnds.push(keyEnd)
    table.inside.push(undefined)
    if (parent >= 0) {
      const siblings = table.inside[parent]
      if (siblings === undefined) table.inside[parent] = [node]
      else siblings.push(node)
    }
    key = -1
    return node
  }
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const end = stringEnd(text, at)
      if (inObject && key < 0) {
        key = at
        keyEnd = end
      } else open(at, end)
      at = end
    } else if (code === openBrace || code === openBracket) {
      parent = open(at, at)
      inObject = code === openBrace
      at += 1
    } else if (code === closeBrace || code === closeBracket) {
      at += 1
      table.ends[parent] = at
      parent = table.parents[parent] ?? -1
      inObject = parent >= 0 && text.charCodeAt(table.starts[parent] ?? 0) === openBrace
    } else if (code === comma || code === colon || isBlank(code)) at += 1
    else {
      const end = wordEnd(text, at)
      open(at, end)
      at = end
    }
  }
  return table
}

const keyIs = (text: string, from: number, end: number, name: string): boolean => {
  if (end - from - 2 === name.length && text.startsWith(name, from + 1) && !name.includes("\\")) return true
  const raw = text.slice(from, end)
  return raw.includes("\\") && JSON.parse(raw) === name
}

const untilde = (token: string): string => token.replaceAll("~1", "/").replaceAll("~0", "~")

/**
 * The node table of a JSON text, in one pass over it.
 * Precondition: the text is valid JSON (of another text the spans mean nothing, but nothing throws).
 */
export const spans = (text: string): Spans => {
  const table = scan(text)
  const count = table.starts.length
  const start = (node: number): number => table.starts[node] ?? text.length
  const end = (node: number): number => table.ends[node] ?? text.length
  const inside = (node: number): readonly number[] => table.inside[node] ?? []

  const member = (object: number, name: string): number | undefined =>
    inside(object).findLast((child) => keyIs(text, table.keys[child] ?? 0, table.keyEnds[child] ?? 0, name))

  const node = (pointer: string): number | undefined => {
    if (count === 0) return undefined
    let current: number | undefined = 0
    if (pointer === "") return current
    for (const token of pointer.split("/").slice(1)) {
      if (current === undefined) return undefined
      const kind = text.charCodeAt(start(current))
      if (kind === openBracket)
        current = /^(0|[1-9]\d*)$/.test(token) ? inside(current)[Number(token)] : undefined
      else current = kind === openBrace ? member(current, untilde(token)) : undefined
    }
    return current
  }

  const firstFrom = (offset: number): number => {
    let low = 0
    let high = count
    while (low < high) {
      const middle = (low + high) >> 1
      if (start(middle) < offset) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    text,
    count,
    start,
    end,
    parent: (of) => table.parents[of] ?? -1,
    memberStart: (of) => {
      const key = table.keys[of] ?? -1
      return key >= 0 ? key : start(of)
    },
    inside,
    node,
    of: (pointer) => {
      const found = node(pointer)
      return found === undefined ? undefined : { start: start(found), end: end(found) }
    },
    firstFrom,
  }
}

const stride = 16_384

/** How many bytes the UTF-8 of text[from, to) has; a lone surrogate counts as U+FFFD, three bytes. */
const utf8Between = (text: string, from: number, to: number): number => {
  let bytes = 0
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 0x80) bytes += 1
    else if (code < 0x800) bytes += 2
    else if (code >= 0xd800 && code < 0xdc00 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) {
      bytes += 4
      at += 1
    } else bytes += 3
  }
  return bytes
}

/**
 * The UTF-8 offset of a UTF-16 offset in a text; marks along the way are kept, so that later questions cost little.
 * An offset between the halves of a pair counts the whole pair.
 */
export const byteOffsets = (text: string): ((offset: number) => number) => {
  const marks: { readonly at: number; readonly bytes: number }[] = [{ at: 0, bytes: 0 }]
  const reach = (index: number): void => {
    while (marks.length <= index) {
      const last = marks[marks.length - 1] ?? { at: 0, bytes: 0 }
      const ideal = marks.length * stride
      const at = (text.charCodeAt(ideal) & 0xfc00) === 0xdc00 ? ideal + 1 : ideal
      marks.push({ at, bytes: last.bytes + utf8Between(text, last.at, at) })
    }
  }
  return (offset) => {
    const index = Math.floor(Math.min(offset, text.length) / stride)
    reach(index)
    const near = marks[index]
    const mark = near !== undefined && near.at <= offset ? near : (marks[index - 1] ?? { at: 0, bytes: 0 })
    return mark.bytes + utf8Between(text, mark.at, Math.min(offset, text.length))
  }
}

const escapeEnd = (text: string, at: number): number => {
  if (text.charCodeAt(at) !== backslash) return at + 1
  return text.charAt(at + 1) === "u" ? at + 6 : at + 2
}

/**
 * Where the `units`-th UTF-16 unit of a JSON string's value stands in the text; `start` is the string's opening quote.
 * `from`, when given, is an earlier answer to go on from.
 */
export const unitOffset = (
  text: string,
  start: number,
  units: number,
  from: { readonly units: number; readonly offset: number } = { units: 0, offset: start + 1 },
): number => {
  let at = from.offset
  for (let unit = from.units; unit < units; unit += 1) at = escapeEnd(text, at)
  return at
}
