import type { Spans } from "#lib/wire/print.ts"
import { type Clip, clip, countLines, type Limits } from "./clip.ts"
import type { Owners } from "./pieces.ts"
import type { CrossingRow, Piece } from "./row.ts"

/** A stretch of a shown text that differs from what is stored: offsets into it. */
export type Changed = { readonly from: number; readonly to: number }

/** A piece of wire as far as it is shown: its own type, its short fields, its texts; the bytes of seals and media as sizes. */
export type Crossed = {
  /** What the dialect calls it: `tool_use`, `functionCall`; absent for a bare string. */
  readonly head?: string
  readonly fields: readonly { readonly name: string; readonly value: string; readonly changed: boolean }[]
  readonly texts: readonly {
    readonly name: string
    readonly clip: Clip
    readonly json: boolean
    readonly changed?: Changed
  }[]
  readonly blobs: readonly { readonly name: string; readonly chars: number }[]
}

const openBrace = 123
const openBracket = 91
const quote = 34

/** Strings that are bytes or seals in another writing, by the names that the dialects use. */
const blobNames = new Set(["data", "bytes", "signature", "thoughtSignature", "encrypted_content", "images"])
/** Objects that are one value to a reader, such as arguments: shown as their own JSON text. */
const jsonNames = new Set([
  "input",
  "args",
  "arguments",
  "parameters",
  "input_schema",
  "inputSchema",
  "schema",
  "json",
  "response",
])
const textNames = new Set([
  "text",
  "content",
  "thinking",
  "reasoning_content",
  "output",
  "instructions",
  "system",
  "description",
  "input",
  "arguments",
])
/** Types of parts within a piece that say no more than the part itself. */
const plainTypes = new Set(["text", "input_text", "output_text"])
const identityNames = /^(id|name|tool_name|call_?id|tool_?use_?id|tool_call_id|toolUseId)$/i

const shortest = 72

/** The value of a JSON string, or as much of it as `units` of its text hold; escapes stay whole. */
const decoded = (text: string, start: number, end: number, units: number): string => {
  let cut = Math.min(end, start + units)
  const raw = text.slice(start, cut)
  const tail = /\\(u[0-9a-fA-F]{0,3})?$/.exec(raw)
  const slashes = /\\+$/.exec(raw)?.[0].length ?? 0
  if (cut < end && tail !== null && (raw.endsWith("\\") ? slashes % 2 === 1 : true)) cut -= tail[0].length
  try {
    return JSON.parse(`"${text.slice(start, cut)}"`)
  } catch {
    return text.slice(start, cut)
  }
}

type Size = { readonly lines: number; readonly chars: number }

/** How many lines and UTF-16 units the value of a JSON string has, read from its raw text. */
const sizeOf = (text: string, start: number, end: number): Size => {
  let lines = start < end ? 1 : 0
  let chars = end - start
  for (let at = text.indexOf("\\", start); at >= 0 && at < end; at = text.indexOf("\\", at + 2)) {
    const kind = text.charAt(at + 1)
    if (kind === "n") lines += 1
    chars -= kind === "u" ? 5 : 1
  }
  return { lines, chars }
}

type Stored = { readonly strings: ReadonlySet<string>; readonly main: string | undefined }

const storedOf = (row: CrossingRow): Stored => {
  const block = row.slot?.block
  if (block === undefined) return { strings: new Set(), main: undefined }
  const values = Object.values(block).filter((value): value is string => typeof value === "string")
  if (block.kind === "text" || block.kind === "reasoning")
    return { strings: new Set(values), main: block.text }
  if (block.kind === "tool-call") return { strings: new Set(values), main: block.arguments }
  if (block.kind === "opaque") return { strings: new Set(values), main: block.json }
  return { strings: new Set(values), main: undefined }
}

/** Where a text differs from the stored one: from the first to the last character that is not shared; undefined where equal. */
export const changedIn = (text: string, stored: string): Changed | undefined => {
  if (text === stored) return undefined
  const most = Math.min(text.length, stored.length)
  let from = 0
  while (from < most && text.charCodeAt(from) === stored.charCodeAt(from)) from += 1
  let back = 0
  while (
    back < most - from &&
    text.charCodeAt(text.length - 1 - back) === stored.charCodeAt(stored.length - 1 - back)
  )
    back += 1
  return { from, to: text.length - back }
}

type Build = {
  head: string | undefined
  fields: Crossed["fields"][number][]
  texts: Crossed["texts"][number][]
  blobs: Crossed["blobs"][number][]
}

type Work = {
  readonly spans: Spans
  readonly owners: Owners
  readonly row: CrossingRow
  readonly limits: Limits
  readonly altered: boolean
  readonly stored: Stored
  readonly own: number | undefined
  readonly into: Build
}

const keyOf = (spans: Spans, node: number): string => {
  const from = spans.memberStart(node)
  const at = spans.start(node)
  if (from === at) return ""
  const raw = spans.text.slice(from, spans.text.lastIndexOf('"', at - 1) + 1)
  return JSON.parse(raw)
}

/** Puts a text whose beginning is `value`; `size` is of all of it. */
const putText = (work: Work, name: string, value: string, size: Size, json: boolean): void => {
  const { main } = work.stored
  const isAll = size.chars <= value.length
  const changed =
    work.altered && main !== undefined
      ? changedIn(value, isAll ? main : main.slice(0, value.length))
      : undefined
  const cut = { ...clip(value, work.limits), ...size }
  work.into.texts.push({ name, clip: cut, json, ...(changed === undefined ? {} : { changed }) })
}

const putString = (work: Work, name: string, start: number, end: number): void => {
  if (
    blobNames.has(name) ||
    (end - start > 2_000 && /^data:[^,]{0,100};base64,/.test(work.spans.text.slice(start, start + 120)))
  ) {
    work.into.blobs.push({ name, chars: end - start })
    return
  }
  const value = decoded(work.spans.text, start, end, Math.max(20_000, work.limits.chars * 6))
  const short = value.length <= shortest && !value.includes("\n") && !textNames.has(name)
  if (short && name === "type" && work.into.head === undefined) work.into.head = value
  else if (short && name === "type" && plainTypes.has(value)) return
  else if (short) {
    const changed = work.altered && identityNames.test(name) && !work.stored.strings.has(value)
    work.into.fields.push({ name, value, changed })
  } else putText(work, name, value, sizeOf(work.spans.text, start, end), false)
}

/** Whether a value inside a piece is another row's: claimed by it, or a string that others' texts make up. */
const isTheirs = ({ owners, own }: Work, node: number): boolean => {
  if (own === undefined) return false
  const ranges = owners.ranges(node)
  if (ranges.length > 0) return ranges.every(({ crossing }) => crossing !== own)
  return owners.of(node) !== own
}

const walk = (work: Work, node: number, name: string, depth: number): void => {
  const { spans } = work
  if (depth > 0 && isTheirs(work, node)) return
  const kind = spans.text.charCodeAt(spans.start(node))
  if (kind === quote) {
    putString(work, name, spans.start(node) + 1, spans.end(node) - 1)
    return
  }
  if (kind !== openBrace && kind !== openBracket) {
    work.into.fields.push({
      name,
      value: spans.text.slice(spans.start(node), spans.end(node)),
      changed: false,
    })
    return
  }
  const members = spans.inside(node)
  if (jsonNames.has(name) && kind === openBrace && !members.some((member) => isTheirs(work, member))) {
    const raw = spans.text.slice(
      spans.start(node),
      Math.min(spans.end(node), spans.start(node) + Math.max(20_000, work.limits.chars)),
    )
    const chars = spans.end(node) - spans.start(node)
    putText(work, name, raw, { lines: chars > raw.length ? 1 : countLines(raw), chars }, true)
    return
  }
  const [only] = members
  if (depth === 0 && kind === openBrace && members.length === 1 && only !== undefined) {
    const key = keyOf(spans, only)
    if (spans.text.charCodeAt(spans.start(only)) === openBrace && work.into.head === undefined)
      work.into.head = key
  }
  if (depth > 6) return
  for (const member of members.slice(0, 40))
    walk(work, member, kind === openBracket ? name : keyOf(spans, member), depth + 1)
}

/** What a row's piece of wire shows, within limits for each of its texts. */
export const crossed = (
  row: CrossingRow,
  piece: Piece,
  spans: Spans,
  owners: Owners,
  limits: Limits,
): Crossed => {
  const into: Build = { head: undefined, fields: [], texts: [], blobs: [] }
  const work: Work = {
    spans,
    owners,
    row,
    limits,
    altered: row.crossing.how === "altered",
    stored: storedOf(row),
    own: owners.of(piece.node),
    into,
  }
  const own = row.crossing.at[0]
  const isString = spans.text.charCodeAt(spans.start(piece.node)) === quote
  if (isString && (own?.from !== undefined || own?.to !== undefined)) {
    const start = Math.max(piece.start, spans.start(piece.node) + 1)
    const end = Math.min(piece.end, spans.end(piece.node) - 1)
    const value = decoded(spans.text, start, end, Math.max(20_000, limits.chars * 6))
    putText(work, "", value, sizeOf(spans.text, start, end), false)
  } else walk(work, piece.node, row.slot === undefined ? keyOf(spans, piece.node) : "", 0)
  return {
    ...(into.head === undefined ? {} : { head: into.head }),
    fields: into.fields,
    texts: into.texts,
    blobs: into.blobs,
  }
}
