import type { FileHandle } from "node:fs/promises"
import { setImmediate } from "node:timers/promises"
import { digestOf } from "#db/objects.ts"
import type { Segment } from "#db/sources.ts"
import { decodeLine, longestLine } from "#lib/import/decode.ts"
import type { Fate, Importer, LineImporter, SourceFacts } from "#lib/import/importer.ts"
import { type Batch, openRun, type Run, runDocument, type Totals } from "#lib/import/run.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import {
  countBreaks,
  type Line,
  longestDocumentSegment,
  longestSegment,
  pieces,
  placer,
  splitter,
} from "./cut.ts"
import { readRange } from "./spool.ts"

/** A file to be read: what stands in it, from whom, and how much of it counts. */
export type Reading = {
  readonly file: FileHandle
  readonly importer: Importer
  readonly facts: SourceFacts
  readonly bytes: number
  /** Lengths of the segments that are stored already; they are cut again as they were. */
  readonly known: readonly number[]
}

/** What happens with the parts of a file, in its order: a segment comes before the lines that begin in it. */
export type Sink = {
  readonly segment: (segment: Segment, bytes: Buffer) => Promise<void>
  readonly batch: (batch: Batch, bytes: number) => Promise<void> | undefined
}

/** The counts of a run, and the first of the lines that were not read. */
export type Account = Totals & { readonly unread: readonly { readonly line: number; readonly why: string }[] }

const mostUnread = 1_000 // listed; all are counted

const list = () => {
  const unread: { line: number; why: string }[] = []
  const note = (fates: readonly Fate[]): void => {
    for (const fate of fates)
      if (fate.fate === "unread" && unread.length < mostUnread) unread.push({ line: fate.at, why: fate.why })
  }
  return { unread, note }
}

async function* cut({ file, bytes, known }: Reading, most: number): AsyncGenerator<Buffer> {
  let at = 0
  for (const length of known) {
    const here = Math.min(length, bytes - at)
    if (here > 0) yield await readRange(file, at, here)
    at += here
  }
  yield* pieces(file, at, bytes, most)
}

const takeLine = (run: Run, line: Line, first: boolean): Batch => {
  if ("tooLong" in line) return run.refuse("line-too-long")
  const { text, repaired } = decodeLine(line.bytes, first)
  return run.take(text, repaired)
}

const breath = 25 // milliseconds of reading before other work of the process gets its turn

const readLines = async (reading: Reading, importer: LineImporter, sink: Sink): Promise<Account> => {
  const places = placer()
  const run = openRun(importer, reading.facts, places.place)
  const lines = splitter()
  const { unread, note } = list()
  let first = true
  let rested = performance.now()
  const give = async (line: Line): Promise<void> => {
    const batch = takeLine(run, line, first)
    first = false
    note(batch.fates)
    await sink.batch(batch, "bytes" in line ? line.bytes.length : 0)
    if (performance.now() - rested < breath) return
    await setImmediate()
    rested = performance.now()
  }
  for await (const piece of cut(reading, longestSegment)) {
    const segment = { sha256: digestOf(piece), bytes: piece.length, breaks: countBreaks(piece) }
    places.add(segment.sha256, piece, segment.breaks)
    await sink.segment(segment, piece)
    for (const line of lines.push(piece)) await give(line)
  }
  const rest = lines.rest()
  if (rest !== undefined) await give(rest)
  const end = run.end()
  note(end.fates)
  await sink.batch(end, 0)
  return { ...run.totals(), unread }
}

const readDocument = async (
  reading: Reading,
  importer: Importer & { readonly unit: "document" },
  sink: Sink,
): Promise<Outcome<Account>> => {
  if (reading.bytes > longestLine)
    return refused("document-too-large", { bytes: reading.bytes, limit: longestLine })
  let whole = ""
  for await (const piece of cut(reading, longestDocumentSegment)) {
    const segment = { sha256: digestOf(piece), bytes: piece.length, breaks: countBreaks(piece) }
    if (whole === "") whole = segment.sha256
    await sink.segment(segment, piece)
  }
  const { text } = decodeLine(await readRange(reading.file, 0, reading.bytes), true)
  const read = runDocument(importer, text, reading.facts, whole)
  if (!read.ok) return read
  const { unread, note } = list()
  note(read.value.batch.fates)
  await sink.batch(read.value.batch, reading.bytes)
  return fine({ ...read.value.totals, unread })
}

/**
 * Reads a file through its importer. Memory does not grow with the file: of a file of lines one segment and the longest
 * line are held. Problems are those of a document: `json-invalid`, `document-too-large`.
 */
export const read = async (reading: Reading, sink: Sink): Promise<Outcome<Account>> =>
  reading.importer.unit === "line"
    ? fine(await readLines(reading, reading.importer, sink))
    : readDocument(reading, reading.importer, sink)

const noPlace = "0".repeat(64)

/**
 * What the file's main record is known by: read as far as that, and nothing kept. Undefined where the file holds no
 * record at all. Problems as `read`.
 */
export const identify = async (reading: Reading): Promise<Outcome<string | undefined>> => {
  const { importer, facts, file, bytes } = reading
  const main = (batch: Batch): string | undefined => batch.records.find((record) => record.n === 1)?.identity
  if (importer.unit === "document") {
    if (bytes > longestLine) return refused("document-too-large", { bytes, limit: longestLine })
    const read = runDocument(importer, decodeLine(await readRange(file, 0, bytes), true).text, facts, noPlace)
    return read.ok ? fine(main(read.value.batch)) : read
  }
  const run = openRun(importer, facts, (line) => ({ segment: noPlace, line }))
  const lines = splitter()
  let first = true
  for await (const piece of pieces(file, 0, bytes, longestSegment))
    for (const line of lines.push(piece)) {
      const found = main(takeLine(run, line, first))
      first = false
      if (found !== undefined) return fine(found)
    }
  const rest = lines.rest()
  return fine((rest === undefined ? undefined : main(takeLine(run, rest, first))) ?? main(run.end()))
}
