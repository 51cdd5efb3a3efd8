import { v7 } from "uuid"
import type { Db } from "#db/connect.ts"
import { append, headOf, parseLine, readLines } from "#db/entries.ts"
import type { ImportedRecord } from "#db/imports.ts"
import { putObjects } from "#db/objects.ts"
import { createRecord, linkFamily, readHeader, updateHeader } from "#db/records.ts"
import { type Source, saveSourceRecord } from "#db/sources.ts"
import type { Batch, RunRecord } from "#lib/import/run.ts"
import type { Entry, Seq } from "#lib/record/entry.ts"
import { parseHeader, printLine, type RecordHeader, type StoredObject } from "#lib/record/record.ts"
import { awaitedBy, headerOf, type Origin } from "./header.ts"

/** The known source cannot be added to: all is rolled back, and the file becomes a source of its own. */
export class Diverged extends Error {
  readonly why: "importer" | "continued"
  constructor(why: "importer" | "continued") {
    super(`The record does not go on as it was imported: ${why}.`)
    this.why = why
  }
}

/** One transaction, the file's source, and what of it is in the store. */
export type Task = { readonly db: Db; readonly source: Source; readonly origin: Origin }

type Kept = {
  readonly id: string
  /** How many of its entries were in the store before this import. */
  readonly before: number
  readonly isNew: boolean
  facts: RunRecord
  /** The newest entry that the importer gave, and that the store holds. */
  given: Seq
  head: Seq
}

const storable = /^[\w.:~-]{1,200}$/ // ids that stand in a URL as they are

const freeId = async (db: Db, facts: RunRecord): Promise<string> => {
  const wanted = facts.header?.id
  const free = wanted !== undefined && storable.test(wanted) && (await headOf(db, wanted)) === undefined
  return free ? wanted : v7()
}

/** Whether entry `seq` of a record is the one that the importer gives: its id tells. */
const isStored = async (db: Db, record: string, entry: Entry): Promise<boolean> => {
  const [line] = await readLines(db, record, { after: entry.seq - 1, limit: 1 })
  return line !== undefined && parseLine(line).id === entry.id
}

const store = async (db: Db, record: Kept, entries: readonly Entry[]): Promise<void> => {
  const last = entries.find((entry) => entry.seq === record.before)
  if (last !== undefined && !(await isStored(db, record.id, last))) throw new Diverged("importer")
  record.given = entries.at(-1)?.seq ?? record.given
  const fresh = entries.filter((entry) => entry.seq > record.before)
  if (fresh.length === 0) return
  if (record.head !== (fresh[0]?.seq ?? 0) - 1) throw new Diverged("continued")
  const added = await append(db, { record: record.id, head: record.head, entries: fresh })
  if (!added.ok && added.problem.id === "stale-head") throw new Diverged("continued")
  if (!added.ok) throw new Error(`An imported entry was refused: ${added.problem.id}.`)
  record.head = added.value
}

type Gathered = {
  readonly facts: RunRecord[]
  readonly entries: Map<number, Entry[]>
  readonly objects: StoredObject[]
}

const nothing = (): Gathered => ({ facts: [], entries: new Map(), objects: [] })

/**
 * Stores what a run gives: its records, the entries past those that are there, objects. Contract: within one
 * transaction; `take` only gathers, `flush` writes, `finish` comes last and gives the records by number.
 */
export const keeper = ({ db, source, origin }: Task) => {
  const records = new Map<number, Kept>()
  const ids = new Map<number, string>()
  const renamed = new Map<string, string>()
  let gathered = nothing()

  const open = async (facts: RunRecord): Promise<void> => {
    const known = source.records.find((record) => record.n === facts.n)
    const id = known?.record ?? (await freeId(db, facts))
    ids.set(facts.n, id)
    if (facts.header !== undefined) renamed.set(facts.header.id, id)
    if (known === undefined)
      await createRecord(db, headerOf(facts, origin, id, ids, renamed), awaitedBy(facts))
    const head = (await headOf(db, id)) ?? 0
    records.set(facts.n, {
      id,
      before: known?.entries ?? 0,
      isNew: known === undefined,
      facts,
      given: 0,
      head,
    })
  }

  const take = (batch: Batch): void => {
    gathered.facts.push(...batch.records)
    for (const { n, entry } of batch.entries) {
      const entries = gathered.entries.get(n)
      if (entries === undefined) gathered.entries.set(n, [entry])
      else entries.push(entry)
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
  const settle = async ({ id, facts }: Kept): Promise<RecordHeader> => {
    const header = headerOf(facts, origin, id, ids, renamed)
    const stored = await readHeader(db, id)
    if (!stored.ok) throw new Error(`A record is gone from under its import: ${stored.problem.id}.`)
    const settled = parseHeader({ ...stored.value, ...header })
    if (!settled.ok) throw new Error(`A record's header is not valid: ${settled.problem.id}.`)
    if (printLine(settled.value) !== printLine(stored.value)) await updateHeader(db, settled.value)
    return settled.value
  }

  /** `older`: the file is an older copy, which may end before what is stored. */
  const finish = async (older: boolean): Promise<readonly ImportedRecord[]> => {
    await flush()
    if (!older && source.records.some((record) => !records.has(record.n))) throw new Diverged("importer")
    const done: ImportedRecord[] = []
    for (const [n, record] of records) {
      if (record.given < record.before && !older) throw new Diverged("importer")
      const { title } = await settle(record)
      const entries = Math.max(record.before, record.given)
      await saveSourceRecord(db, source.id, { n, record: record.id, entries })
      if (record.isNew) await linkFamily(db, record.id)
      const added = entries - record.before
      done.push({ id: record.id, n, title: title ?? null, head: record.head, added })
    }
    return done.toSorted((one, other) => one.n - other.n)
  }

  return { take, flush, finish }
}

export type Keeper = ReturnType<typeof keeper>
