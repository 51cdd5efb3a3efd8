import type { Db } from "#db/connect.ts"
import { parseLine, readLines } from "#db/entries.ts"
import type { FileReport } from "#db/imports.ts"
import { getObject } from "#db/objects.ts"
import { type Segment, segmentsOf, sourceOf } from "#db/sources.ts"
import type { Origin, Seq } from "#lib/record/entry.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { spans } from "#lib/wire/print.ts"

const lineFeed = 10

/** Where lines `from` to `to` of bytes stand; `end` -1: the last one goes on behind them. */
const rangeOf = (
  bytes: Uint8Array,
  from: number,
  to: number,
): { readonly start: number; readonly end: number } | undefined => {
  let start = 0
  for (let line = 1; line < from; line += 1) {
    const feed = bytes.indexOf(lineFeed, start)
    if (feed < 0) return undefined
    start = feed + 1
  }
  let end = start - 1
  for (let line = from; line <= to; line += 1) {
    end = bytes.indexOf(lineFeed, end + 1)
    if (end < 0) return { start, end }
  }
  return { start, end }
}

const segmentsAround = async (db: Db, record: string): Promise<readonly Segment[]> => {
  const source = await sourceOf(db, record)
  return source === undefined ? [] : segmentsOf(db, source)
}

const bytesOf = async (db: Db, sha256: string): Promise<Outcome<Uint8Array>> => {
  const found = await getObject(db, sha256)
  return found.ok ? fine(found.value.bytes) : found
}

/** The lines of a segment; the last one is read on into the segments that follow it in the source. */
const linesOf = async (
  db: Db,
  segments: readonly Segment[],
  segment: string,
  [from, to]: readonly [number, number],
): Promise<Outcome<string>> => {
  const first = await bytesOf(db, segment)
  if (!first.ok) return first
  const range = rangeOf(first.value, from, to)
  if (range === undefined) return refused("raw-missing", { segment, line: from })
  const parts = [first.value.subarray(range.start, range.end < 0 ? undefined : range.end)]
  const at = segments.findIndex(({ sha256 }) => sha256 === segment)
  const behind = range.end < 0 && at >= 0 ? segments.slice(at + 1) : []
  for (const { sha256 } of behind) {
    const next = await bytesOf(db, sha256)
    if (!next.ok) return next
    const feed = next.value.indexOf(lineFeed)
    parts.push(next.value.subarray(0, feed < 0 ? undefined : feed))
    if (feed >= 0) break
  }
  return fine(Buffer.concat(parts).toString("utf8"))
}

const valueAt = async (
  db: Db,
  segments: readonly Segment[],
  segment: string,
  pointer: string,
): Promise<Outcome<string>> => {
  const all = segments.some(({ sha256 }) => sha256 === segment)
    ? segments.map(({ sha256 }) => sha256)
    : [segment]
  const parts: Uint8Array[] = []
  for (const sha256 of all) {
    const part = await bytesOf(db, sha256)
    if (!part.ok) return part
    parts.push(part.value)
  }
  const text = Buffer.concat(parts)
    .toString("utf8")
    .replace(/^\uFEFF/, "")
  const span = spans(text).of(pointer)
  return span === undefined
    ? refused("raw-missing", { segment, pointer })
    : fine(text.slice(span.start, span.end))
}

const originOf = async (db: Db, record: string, seq: Seq): Promise<Outcome<Origin>> => {
  const [line] = await readLines(db, record, { after: seq - 1, through: seq, limit: 1 })
  if (line === undefined) return refused("entry-unknown", { record, seq })
  const { origin } = parseLine(line)
  return origin === undefined ? refused("raw-none", { record, seq }) : fine(origin)
}

/**
 * The source text that an entry was read from, verbatim: its line or lines, or its value in a JSON document. Bytes that
 * are no UTF-8 show as U+FFFD. Problems: `entry-unknown`, `raw-none` (it was not imported), `object-missing`,
 * `object-damaged`, `raw-missing` (the segment does not have such a line or value).
 */
export const rawOf = async (db: Db, record: string, seq: Seq): Promise<Outcome<string>> => {
  const origin = await originOf(db, record, seq)
  if (!origin.ok) return origin
  const segments = await segmentsAround(db, record)
  return "lines" in origin.value
    ? linesOf(db, segments, origin.value.segment, origin.value.lines)
    : valueAt(db, segments, origin.value.segment, origin.value.pointer)
}

type Kept = { readonly source: string | null; readonly unfinished: FileReport["unfinished"] }

const receiptOf = async ({ sql }: Db, into: string, n: number): Promise<Kept | undefined> => {
  const [row] = await sql<{ source: string | null; report: string }[]>`
    select source, report from receipt where import = ${into} and n = ${n}`
  if (row === undefined) return undefined
  const { report } = JSON.parse(row.report) as { readonly report?: FileReport } // written by `addFile`
  return { source: row.source, unfinished: report?.unfinished }
}

/**
 * Line `line` (from 1) of file `n` of an import, verbatim, for its receipt. Problems: `raw-none` (the file was refused,
 * or its records are gone), `raw-missing` (no such line), and those of objects.
 */
export const rawLineOf = async (db: Db, into: string, n: number, line: number): Promise<Outcome<string>> => {
  const kept = await receiptOf(db, into, n)
  if (kept === undefined || kept.source === null) return refused("raw-none", { import: into, n })
  if (kept.unfinished?.line === line) {
    const tail = await bytesOf(db, kept.unfinished.object)
    return tail.ok ? fine(Buffer.from(tail.value).toString("utf8")) : tail
  }
  const segments = await segmentsOf(db, kept.source)
  let breaks = 0
  for (const segment of segments) {
    if (breaks + segment.breaks >= line - 1 && line - breaks > 0) {
      const bytes = await bytesOf(db, segment.sha256)
      if (!bytes.ok) return bytes
      const range = rangeOf(bytes.value, line - breaks, line - breaks)
      if (range !== undefined && range.start < bytes.value.length)
        return linesOf(db, segments, segment.sha256, [line - breaks, line - breaks])
    }
    breaks += segment.breaks
  }
  return refused("raw-missing", { line })
}
