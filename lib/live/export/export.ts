import { readLog } from "#db/entries.ts"
import { getObject, loadObjects } from "#db/objects.ts"
import type { Database } from "#db/open.ts"
import { caseOf } from "#lib/export/case/case.ts"
import { htmlPage } from "#lib/export/html/page.ts"
import { markdownText } from "#lib/export/markdown/markdown.ts"
import type { Omitted } from "#lib/export/omitted.ts"
import { type Found, redactedLine } from "#lib/export/secrets.ts"
import { project } from "#lib/project.ts"
import type { Seq } from "#lib/record/entry.ts"
import { objectsOf, printLog } from "#lib/record/log.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import type { RecordLog, StoredObject } from "#lib/record/record.ts"
import { type ExportFormat, exportFormats } from "#lib/view/export-formats.ts"
import { sheet } from "#lib/view/sheet.ts"
import { ownTarget } from "../counting.ts"
import { targetNamed } from "../targets.ts"
import { redactedLog } from "./log.ts"
import { type Keep, type Omitting, omitting } from "./omit.ts"
import { type OnProgress, type Review, reviewStored } from "./review.ts"

/** What is to be exported of a record. */
export type ExportAsk = {
  readonly record: string
  readonly format: ExportFormat
  /** Whom a page is for; absent: the record's own. */
  readonly target?: string | undefined
  /** The record cut after this entry; absent: all of it. */
  readonly asOf?: Seq | undefined
  readonly keep: Keep
}

/** An export as it is written: its lines without line feeds, what it is as a file, and what was left out. */
export type Exported = {
  readonly lines: AsyncIterableIterator<string>
  readonly mediaType: string
  readonly ending: string
  readonly omitted: Omitted
  /** The secrets that were left out. */
  readonly left: readonly Found[]
}

async function* asLines(pieces: Iterable<string>): AsyncGenerator<string> {
  for (const piece of pieces) yield piece.endsWith("\n") ? piece.slice(0, -1) : piece
}

type Made = Outcome<AsyncIterableIterator<string>>

const redacted = ({ header, entries }: RecordLog, { find }: Omitting): RecordLog => ({
  header: redactedLine(header, find),
  entries: entries.map((entry) => redactedLine(entry, find)),
})

const page = async (db: Database, log: RecordLog, { target }: ExportAsk, omits: Omitting): Promise<Made> => {
  const chosen = target === undefined ? fine(ownTarget(log.entries)) : targetNamed(target)
  if (!chosen.ok) return chosen
  const record = redacted(log, omits)
  const { objects } = await loadObjects(db, log.header.id)
  const laid = sheet(record, project(record, chosen.value, { objects }))
  return fine(asLines(htmlPage(laid, objects, omits.omitted)))
}

const markdown = async (db: Database, log: RecordLog, omits: Omitting): Promise<Made> => {
  const { objects } = await loadObjects(db, log.header.id)
  return fine(asLines(markdownText(redacted(log, omits), (sha256) => objects(sha256)?.length, omits.omitted)))
}

/** The pictures and files of a record; segments of its source are no part of a case. */
const mediaOf = async (db: Database, { entries }: RecordLog): Promise<ReadonlyMap<string, StoredObject>> => {
  const media = new Map<string, StoredObject>()
  for (const entry of entries)
    for (const sha256 of objectsOf(entry)) {
      if (media.has(sha256) || sha256 === entry.origin?.segment) continue
      const object = await getObject(db, sha256)
      if (object.ok) media.set(sha256, object.value)
    }
  return media
}

const caseLines = async (db: Database, log: RecordLog): Promise<Made> => {
  const media = await mediaOf(db, log)
  const { record, objects } = caseOf(log, (sha256) => media.get(sha256))
  const stands = new Map(objects.map((object) => [object.sha256, object]))
  return fine(asLines(printLog(record, (sha256) => stands.get(sha256))))
}

const nothing: Omitted = { secrets: 0, places: 0 }

const written = async (db: Database, ask: ExportAsk, review: Review, omits: Omitting): Promise<Made> => {
  if (ask.format === "log") return fine(redactedLog(db, review, omits))
  const log = await readLog(db, ask.record, { asOf: review.through })
  if (!log.ok) return log
  return ask.format === "html" ? page(db, log.value, ask, omits) : markdown(db, log.value, omits)
}

/**
 * Exports a stored record without its secrets, but those that are kept. A case holds none of what was said, so it is not
 * read for them. Problems: those of `reviewStored`, `target-unknown` {target}.
 */
export const exportStored = async (
  db: Database,
  ask: ExportAsk,
  onProgress?: OnProgress,
): Promise<Outcome<Exported>> => {
  const { mediaType, ending } = exportFormats[ask.format]
  if (ask.format === "case") {
    const log = await readLog(db, ask.record, ask.asOf === undefined ? {} : { asOf: ask.asOf })
    if (!log.ok) return log
    const head = log.value.entries.length
    if (ask.asOf !== undefined && ask.asOf > head) return refused("as-of-ahead", { asOf: ask.asOf, head })
    const lines = await caseLines(db, log.value)
    return lines.ok ? fine({ lines: lines.value, mediaType, ending, omitted: nothing, left: [] }) : lines
  }
  const review = await reviewStored(db, ask.record, ask.asOf, onProgress)
  if (!review.ok) return review
  const omits = omitting(review.value, ask.keep)
  const lines = await written(db, ask, review.value, omits)
  const { omitted, left } = omits
  return lines.ok ? fine({ lines: lines.value, mediaType, ending, omitted, left }) : lines
}
