import { headOf, readEntries, readLog } from "#db/entries.ts"
import { loadObjects } from "#db/objects.ts"
import type { Database } from "#db/open.ts"
import { withDatabase } from "#db/shared.ts"
import type { Target } from "#lib/dialect/targets.ts"
import { projector } from "#lib/dialect/words.ts"
import { ownTarget } from "#lib/live/counting.ts"
import { targetNamed } from "#lib/live/targets.ts"
import { type Projection, project } from "#lib/project.ts"
import type { Seq } from "#lib/record/entry.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import type { RecordLog } from "#lib/record/record.ts"
import type { ComparedRow } from "#lib/view/request-causes.ts"
import { type Sheet, sheet } from "#lib/view/sheet.ts"
import { type Skeleton, skeleton } from "#lib/view/skeleton.ts"
import type { Tally } from "#lib/view/tally.ts"
import { type Cache, cache } from "./cache.ts"
import type { Worked } from "./worked.ts"

/** What a page asks a projection of. `asOf` beyond the record's head counts as the head. */
export type Asked = {
  readonly record: string
  /** Absent: the record's own. */
  readonly target: string | undefined
  readonly asOf: Seq | undefined
  readonly vision: boolean | undefined
}

type Stored = { readonly log: RecordLog; readonly objects: (sha256: string) => Uint8Array | undefined }

/**
 * Windows of one projection are asked for one by one, and each must not project anew. Entries never change, so what is
 * kept under a head never goes stale; weights are bytes, roughly. Kept with the process, as `next dev` loads modules anew.
 */
type Kept = {
  readonly records: Cache<Stored>
  readonly sheets: Cache<Sheet>
  readonly tallies: Cache<Tally>
  /** Requests as compared, the record's first ones in order. */
  readonly compared: Cache<readonly ComparedRow[]>
  readonly plans: Cache<Worked>
}

const process = globalThis as typeof globalThis & { crossingOpened?: Kept } // our own key on the global object

export const kept = (): Kept => {
  process.crossingOpened ??= {
    records: cache(128_000_000),
    sheets: cache(384_000_000),
    tallies: cache(64_000_000),
    compared: cache(32_000_000),
    plans: cache(128_000_000),
  }
  return process.crossingOpened
}

/** Roughly what an entry weighs in memory: its strings dominate. */
const weightOf = (log: RecordLog): number => log.entries.length * 2_000

const everything = 2_147_483_647

/** The whole record at its head of now; what an earlier head had is not read again. */
const stored = async (db: Database, record: string): Promise<Outcome<Stored>> => {
  const { records } = kept()
  const head = await headOf(db, record)
  const known = records.get(record)
  if (head === undefined) {
    records.drop(record)
    return refused("record-unknown", { record })
  }
  if (known !== undefined && known.log.entries.length === head) return fine(known)
  const log = known === undefined ? await readLog(db, record) : fine(await grown(db, record, known.log, head))
  if (!log.ok) return log
  const { objects } = await loadObjects(db, record)
  const found = { log: log.value, objects }
  records.put(record, found, weightOf(log.value))
  return fine(found)
}

const grown = async (db: Database, record: string, log: RecordLog, head: Seq): Promise<RecordLog> => {
  const added = await readEntries(db, record, { after: log.entries.length, through: head, limit: everything })
  return { header: log.header, entries: [...log.entries, ...added] }
}

const cut = (log: RecordLog, asOf: Seq): RecordLog =>
  asOf >= log.entries.length ? log : { header: log.header, entries: log.entries.slice(0, asOf) }

/** How many entries a record has; undefined where there is no such record. Problems: those of the store. */
export const headNow = (record: string): Promise<Outcome<Seq | undefined>> =>
  withDatabase((db) => headOf(db, record))

/** A record with all that its projection rests on. `key` names the projection in every cache. */
export type Found = {
  readonly key: string
  readonly log: RecordLog
  readonly target: Target
  readonly head: Seq
  /** The target that the record itself speaks of. */
  readonly own: string
  readonly objects: Stored["objects"]
  readonly projection: () => Projection
}

/** What is asked of, found in the store and not projected yet. Problems: `record-unknown`, `target-unknown`, those of the store. */
export const found = async ({ record, target, asOf, vision }: Asked): Promise<Outcome<Found>> => {
  const read = await withDatabase((db) => stored(db, record))
  if (!read.ok) return read
  if (!read.value.ok) return read.value
  const { log, objects } = read.value.value
  const own = ownTarget(log.entries)
  const row = target === undefined ? fine(own) : targetNamed(target)
  if (!row.ok) return row
  const head = log.entries.length
  const through = Math.min(asOf ?? head, head)
  const short = cut(log, through)
  return fine({
    key: JSON.stringify([record, row.value.id, through, vision ?? null, projector]),
    log: short,
    target: row.value,
    head,
    own: own.id,
    objects,
    projection: () => project(short, row.value, { objects, ...(vision === undefined ? {} : { vision }) }),
  })
}

const laidOut = ({ key, log, projection }: Found): Sheet => {
  const { sheets } = kept()
  const known = sheets.get(key)
  if (known !== undefined) return known
  const laid = projection()
  const made = sheet(log, laid)
  sheets.put(key, made, laid.wire.length * 7 + made.rows.length * 1_200)
  return made
}

export type Opened = { readonly sheet: Sheet } & Pick<Found, "head" | "own">

/** A record's projection, laid out. Problems as `found`. */
export const opened = async (asked: Asked): Promise<Outcome<Opened>> => {
  const read = await found(asked)
  if (!read.ok) return read
  const { head, own } = read.value
  return fine({ sheet: laidOut(read.value), head, own })
}

/** Forgets all that is kept of a record, when it is deleted. */
export const forget = (record: string): void => {
  const { records, sheets, tallies, compared, plans } = kept()
  const isOf = (key: string): boolean => key.startsWith(`${JSON.stringify([record]).slice(0, -1)},`)
  records.drop(record)
  compared.drop(record)
  sheets.dropWhere(isOf)
  tallies.dropWhere(isOf)
  plans.dropWhere(isOf)
}

const skeletons = new WeakMap<Sheet, Skeleton>()

/** What a page gets of a sheet at once; made once, however many pages open it. */
export const skeletonOf = (laid: Sheet): Skeleton => {
  const known = skeletons.get(laid)
  if (known !== undefined) return known
  const made = skeleton(laid)
  skeletons.set(laid, made)
  return made
}
