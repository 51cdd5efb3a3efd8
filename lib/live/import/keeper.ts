import { v7 } from "uuid"
import type { Db } from "#db/connect.ts"
import { append, headOf, parseLine, readLines } from "#db/entries.ts"
import type { FileReport, ImportedRecord } from "#db/imports.ts"
import { putObjects } from "#db/objects.ts"
import { createRecord, linkFamily, readHeader, updateHeader } from "#db/records.ts"
import { appendSent } from "#db/sent.ts"
import { type Source, saveSourceRecord } from "#db/sources.ts"
import type { Batch, RunRecord } from "#lib/import/run.ts"
import type { Entry, Seq } from "#lib/record/entry.ts"
import {
  parseEntry,
  parseHeader,
  printLine,
  type RecordHeader,
  type StoredObject,
} from "#lib/record/record.ts"
import type { Dispatch } from "#lib/sent/share.ts"
import { awaitedBy, headerOf, type Origin } from "./header.ts"

/** The known source cannot be added to: all is rolled back, and the file becomes a source of its own. */
export class Diverged extends Error {
  readonly why: NonNullable<FileReport["changed"]>
  constructor(why: NonNullable<FileReport["changed"]>) {
    super(`The record does not go on as it was imported: ${why}.`)
    this.why = why
  }
}

/** One transaction, the file's source, and what of it is in the store. */
export type Task = {
  readonly db: Db
  readonly source: Source
  readonly origin: Origin
  /** Whether a record of our own that a log names by its id may go on, rather than come as a copy. */
  readonly adopt: boolean
}

type Kept = {
  readonly id: string
  /** How many of its entries were in the store before this import. */
  readonly before: number
  readonly isNew: boolean
  /** It was here under its own id before its log came; then every old entry must be the same, not only the last. */
  readonly adopted: boolean
  facts: RunRecord
  /** The newest entry that the importer gave, and that the store holds. */
  given: Seq
  head: Seq
}

const storable = /^[\w.:~-]{1,200}$/ // ids that stand in a URL as they are

/** Where a record is to go: the one that came from this source, our own that its log names, or a new one. */
type Seat = Pick<Kept, "id" | "before" | "isNew" | "adopted">

const seatOf = async ({ db, source, adopt }: Task, facts: RunRecord): Promise<Seat> => {
  const known = source.records.find((record) => record.n === facts.n)
  if (known !== undefined) return { id: known.record, before: known.entries, isNew: false, adopted: false }
  const wanted = facts.header?.id
  if (wanted === undefined || !storable.test(wanted))
    return { id: v7(), before: 0, isNew: true, adopted: false }
  const head = await headOf(db, wanted)
  if (head === undefined) return { id: wanted, before: 0, isNew: true, adopted: false }
  return adopt && head > 0
    ? { id: wanted, before: head, isNew: false, adopted: true }
    : { id: v7(), before: 0, isNew: true, adopted: false }
}

/** Whether entry `seq` of a record is the one that the importer gives: its id tells. */
const isStored = async (db: Db, record: string, entry: Entry): Promise<boolean> => {
  const [line] = await readLines(db, record, { after: entry.seq - 1, limit: 1 })
  return line !== undefined && parseLine(line).id === entry.id
}

const areStored = async (db: Db, record: string, entries: readonly Entry[]): Promise<boolean> => {
  const lines = await readLines(db, record, { after: (entries[0]?.seq ?? 1) - 1, limit: entries.length })
  return entries.every((entry, index) => {
    const line = lines[index]
    const stored = line === undefined ? undefined : parseEntry(parseLine(line)) // keys in the schema's order, as an importer gives them
    return stored?.ok === true && printLine(stored.value) === printLine(entry)
  })
}

type Given = Batch["entries"][number]

const checkOld = async (db: Db, record: Kept, given: readonly Given[]): Promise<void> => {
  const old = given.flatMap(({ entry }) => (entry.seq <= record.before ? [entry] : []))
  const last = old.at(-1)
  if (last === undefined) return
  if (record.adopted && !(await areStored(db, record.id, old))) throw new Diverged("bytes")
  if (last.seq === record.before && !(await isStored(db, record.id, last))) throw new Diverged("importer")
}

const dispatchesOf = (given: readonly Given[]): readonly Dispatch[] =>
  given.flatMap(({ entry, rest }) => (entry.kind === "sent" && rest !== undefined ? [{ entry, rest }] : []))

const store = async (db: Db, record: Kept, given: readonly Given[]): Promise<void> => {
  await checkOld(db, record, given)
  record.given = given.at(-1)?.entry.seq ?? record.given
  const fresh = given.filter(({ entry }) => entry.seq > record.before)
  if (fresh.length === 0) return
  if (record.head !== (fresh[0]?.entry.seq ?? 0) - 1) throw new Diverged("continued")
  const addition = { record: record.id, head: record.head, entries: fresh.map(({ entry }) => entry) }
  const dispatches = dispatchesOf(fresh)
  const added =
    dispatches.length === 0 ? await append(db, addition) : await appendSent(db, addition, dispatches)
  if (!added.ok && added.problem.id === "stale-head") throw new Diverged("continued")
  if (!added.ok) throw new Error(`An imported entry was refused: ${added.problem.id}.`)
  record.head = added.value
}

/** `wereHere`: the file is the log of records that the store had already. */
type Finished = { readonly records: readonly ImportedRecord[]; readonly wereHere: boolean }

type Gathered = {
  readonly facts: RunRecord[]
  readonly entries: Map<number, Given[]>
  readonly objects: StoredObject[]
}

const nothing = (): Gathered => ({ facts: [], entries: new Map(), objects: [] })

/**
 * Stores what a run gives: its records, the entries past those that are there, objects. Contract: within one
 * transaction; `take` only gathers, `flush` writes, `finish` comes last and gives the records by number.
 */
export const keeper = (task: Task) => {
  const { db, source, origin } = task
  const records = new Map<number, Kept>()
  const ids = new Map<number, string>()
  const renamed = new Map<string, string>()
  let gathered = nothing()

  const open = async (facts: RunRecord): Promise<void> => {
    const seat = await seatOf(task, facts)
    ids.set(facts.n, seat.id)
    if (facts.header !== undefined) renamed.set(facts.header.id, seat.id)
    if (seat.isNew) await createRecord(db, headerOf(facts, origin, seat.id, ids, renamed), awaitedBy(facts))
    records.set(facts.n, { ...seat, facts, given: 0, head: (await headOf(db, seat.id)) ?? 0 })
  }

  const take = (batch: Batch): void => {
    gathered.facts.push(...batch.records)
    for (const given of batch.entries) {
      const entries = gathered.entries.get(given.n)
      if (entries === undefined) gathered.entries.set(given.n, [given])
      else entries.push(given)
    }
    gathered.objects.push(...batch.objects)
  }

  const flush = async (): Promise<void> => {
    const { facts, entries, objects } = gathered
    gathered = nothing()
    await putObjects(db, objects)
    for (const fact of facts) {
      const record = records.get(fact.n)
      if (record === undefined) await open(fact)
      else record.facts = { ...record.facts, ...fact }
    }
    for (const [n, list] of entries) {
      const record = records.get(n)
      if (record === undefined) throw new Error(`Record ${n} has entries before its facts.`)
      await store(db, record, list)
    }
  }

  /** The header as it is known at the end: titles come late, and a parent may have been found in another file. */
  const settle = async ({ id, facts, adopted }: Kept): Promise<RecordHeader> => {
    const header = headerOf(facts, origin, id, ids, renamed)
    const stored = await readHeader(db, id)
    if (!stored.ok) throw new Error(`A record is gone from under its import: ${stored.problem.id}.`)
    if (adopted) return stored.value
    const settled = parseHeader({ ...stored.value, ...header })
    if (!settled.ok) throw new Error(`A record's header is not valid: ${settled.problem.id}.`)
    if (printLine(settled.value) !== printLine(stored.value)) await updateHeader(db, settled.value)
    return settled.value
  }

  /** `older`: the file is an older copy, which may end before what is stored. */
  const finish = async (older: boolean): Promise<Finished> => {
    await flush()
    if (!older && source.records.some((record) => !records.has(record.n))) throw new Diverged("importer")
    const done: ImportedRecord[] = []
    for (const [n, record] of records) {
      if (record.given < record.before && !older && !record.adopted) throw new Diverged("importer")
      const { title } = await settle(record)
      const entries = Math.max(record.before, record.given)
      await saveSourceRecord(db, source.id, { n, record: record.id, entries })
      if (record.isNew) await linkFamily(db, record.id)
      const added = entries - record.before
      done.push({ id: record.id, n, title: title ?? null, head: record.head, added })
    }
    const wereHere = records.size > 0 && [...records.values()].every((record) => record.adopted)
    return { records: done.toSorted((one, other) => one.n - other.n), wereHere }
  }

  return { take, flush, finish }
}

export type Keeper = ReturnType<typeof keeper>
