import { v7 } from "uuid"
import { type Db, inTransaction } from "#db/connect.ts"
import type { FileReport, ImportedRecord, Status } from "#db/imports.ts"
import { digestOf, putObjects } from "#db/objects.ts"
import { addSegment, createSource, findSources, lockSource, type Segment, type Source } from "#db/sources.ts"
import type { Importer } from "#lib/import/importer.ts"
import { fine, type Outcome } from "#lib/record/problem.ts"
import { findSame } from "./compare.ts"
import { Diverged, type Keeper, keeper } from "./keeper.ts"
import { type Account, read, type Sink } from "./read.ts"
import { readRange, type Spooled } from "./spool.ts"

/** A spooled file with what is known of it. `whole`: how many of its bytes are to be read; the rest is not finished. */
export type Found = {
  readonly spooled: Spooled
  readonly name: string
  readonly importer: Importer
  /** What its main record is known by; undefined: it holds none. */
  readonly identity: string | undefined
  readonly whole: number
  readonly onLines: (lines: number, bytes: number) => void
}

/** A file's report, and the source that it is of; none where it holds no record. */
export type Stored = { readonly report: FileReport; readonly source?: string }

type Standing = {
  readonly source: Source
  readonly isNew: boolean
  readonly status: Status
  readonly changed?: FileReport["changed"]
}

const fresh = async (db: Db, { importer, identity = "" }: Found): Promise<Source> => {
  const id = v7()
  await createSource(db, { id, format: importer.format, identity })
  return { id, bytes: 0, segments: [], records: [] }
}

const stand = async (db: Db, found: Found, diverged: Diverged | undefined): Promise<Standing> => {
  const known = await findSources(db, found.importer.format, found.identity ?? "")
  if (diverged !== undefined)
    return { source: await fresh(db, found), isNew: true, status: "changed", changed: diverged.why }
  const same = await findSame(db, found.spooled, found.whole, known)
  if (same !== undefined)
    return { source: same, isNew: false, status: found.whole > same.bytes ? "grown" : "same" }
  const source = await fresh(db, found)
  return known.length === 0
    ? { source, isNew: true, status: "new" }
    : { source, isNew: true, status: "changed", changed: "bytes" }
}

const batchBytes = 2 * 1024 * 1024 // of source that one flush writes
const batchLines = 1_000

const sinkOf = (db: Db, source: Source, found: Found, kept: Keeper) => {
  let segments = 0
  let lines = 0
  let total = 0
  let pending = { lines: 0, bytes: 0 }
  let underWay: Promise<void> = Promise.resolve()
  const segment = async (cut: Segment, bytes: Buffer): Promise<void> => {
    segments += 1
    if (segments <= source.segments.length) return
    const mediaType = found.importer.unit === "line" ? "application/x-ndjson" : "application/json"
    await putObjects(db, [{ sha256: cut.sha256, mediaType, bytes }])
    await addSegment(db, source.id, cut)
  }
  /** One flush is under way while the next lines are read; the one before must be over. */
  const flush = async (): Promise<void> => {
    pending = { lines: 0, bytes: 0 }
    await underWay
    underWay = kept.flush().then(() => found.onLines(lines, total))
    underWay.catch(() => undefined) // whoever awaits it next is told
  }
  const batch: Sink["batch"] = (given, bytes) => {
    kept.take(given)
    lines += 1
    total += bytes + 1
    pending = { lines: pending.lines + 1, bytes: pending.bytes + bytes }
    return pending.bytes >= batchBytes || pending.lines >= batchLines ? flush() : undefined
  }
  return { segment, batch, settled: () => underWay }
}

/** The unfinished last line is kept as an object of the main record, and counted as unread. */
const keepTail = async (db: Db, { spooled, whole }: Found, record: string | undefined, line: number) => {
  if (whole === spooled.bytes || record === undefined) return undefined
  const bytes = await readRange(spooled.file, whole, spooled.bytes - whole)
  const object = digestOf(bytes)
  await putObjects(db, [{ sha256: object, mediaType: "application/x-ndjson", bytes }])
  await db.sql`
    insert into naming (record, sha256, media) values (${record}, ${object}, false) on conflict do nothing`
  return { line, object }
}

type Tail = Awaited<ReturnType<typeof keepTail>>

const accountOf = ({ receipt, structural, unread }: Account, tail: Tail) =>
  tail === undefined
    ? { receipt, structural, unread }
    : {
        receipt: { ...receipt, read: receipt.read + 1, unread: receipt.unread + 1 },
        structural,
        unread: [...unread, { line: tail.line, why: "line-unfinished" }],
        unfinished: tail,
      }

/** How a log stands to records that were here before it: it brings entries, or none. */
const standing = (records: readonly ImportedRecord[]): Status =>
  records.some((record) => record.added > 0) ? "grown" : "same"

const attempt = (db: Db, found: Found, diverged: Diverged | undefined): Promise<Outcome<Stored>> =>
  inTransaction(db, async (within) => {
    const { name, importer, spooled, whole } = found
    await lockSource(within, importer.format, found.identity ?? "")
    const { source, status, changed } = await stand(within, found, diverged)
    const kept = keeper({
      db: within,
      source,
      origin: { format: importer.format, name },
      adopt: diverged === undefined,
    })
    const known = source.segments.map((segment) => segment.bytes)
    const sink = sinkOf(within, source, found, kept)
    const account = await read({ file: spooled.file, importer, facts: { name }, bytes: whole, known }, sink)
    if (!account.ok) return account
    await sink.settled()
    const { records, wereHere } = await kept.finish(whole < source.bytes)
    const tail = await keepTail(within, found, records[0]?.id, account.value.receipt.read + 1)
    const report: FileReport = {
      name,
      format: importer.format,
      bytes: spooled.bytes,
      status: wereHere ? standing(records) : status,
      ...(changed === undefined ? {} : { changed }),
      records,
      ...accountOf(account.value, tail),
    }
    return fine({ report, source: source.id })
  })

/**
 * Stores a file in one transaction: as a new source, or what a known one has grown by. Where the known source cannot be
 * added to (the importer reads it otherwise than before, or its record was continued here) all of it becomes a source
 * of its own.
 */
export const store = async (db: Db, found: Found): Promise<Outcome<Stored>> => {
  try {
    return await attempt(db, found, undefined)
  } catch (error) {
    if (!(error instanceof Diverged)) throw error
    return attempt(db, found, error)
  }
}

/** The report of a file without a record: what its lines are, and nothing stored. */
export const onlyRead = async (found: Found): Promise<Outcome<Stored>> => {
  const { name, importer, spooled } = found
  const account = await read(
    { file: spooled.file, importer, facts: { name }, bytes: spooled.bytes, known: [] },
    { segment: async () => undefined, batch: () => undefined },
  )
  if (!account.ok) return account
  const report = {
    name,
    format: importer.format,
    bytes: spooled.bytes,
    status: "new",
    records: [],
    ...account.value,
  } as const
  return fine({ report })
}
