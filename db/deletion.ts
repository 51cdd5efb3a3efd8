import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { isClaimed } from "./claims.ts"
import { type Db, inTransaction } from "./connect.ts"
import { codeOf } from "./loss.ts"

/** What goes with a record. `objects` are those that nothing else names; `bytes` counts entries and objects. */
export type DeletionCounts = {
  readonly entries: number
  readonly blocks: number
  readonly objects: number
  readonly bytes: number
}

/** Sources of the record that no other record of the store came from: they go too, with their segments and receipts. */
const lonely = ({ sql }: Db, record: string) => sql`
  select mine.source from source_record mine where mine.record = ${record} and not exists (
    select 1 from source_record other where other.source = mine.source and other.record <> ${record}
  )`

/** Objects that this record names, or that are segments of a source of its own. */
const mine = (db: Db, record: string) => db.sql`
  select sha256 from naming where record = ${record}
  union select sha256 from segment where source in (${lonely(db, record)})`

const unnamed = (db: Db, record: string) => db.sql`
  not exists (select 1 from naming n where n.sha256 = o.sha256 and n.record <> ${record})
  and not exists (
    select 1 from segment s where s.sha256 = o.sha256 and s.source not in (${lonely(db, record)})
  )`

/** What deleting a record would take away. Problem `record-unknown` {record}. */
export const countForDeletion = async (db: Db, record: string): Promise<Outcome<DeletionCounts>> => {
  const [entries] = await db.sql<{ entries: number; blocks: number; bytes: number }[]>`
    select r.head as entries, r.blocks,
      (select coalesce(sum(octet_length(json::text)), 0)::float8 from entry where record = r.id) as bytes
    from record r where r.id = ${record}`
  if (entries === undefined) return refused("record-unknown", { record })
  const [objects] = await db.sql<{ objects: number; bytes: number }[]>`
    select count(*)::int as objects, coalesce(sum(octet_length(bytes)), 0)::float8 as bytes
    from object o where o.sha256 in (${mine(db, record)}) and ${unnamed(db, record)}`
  const bytes = entries.bytes + (objects?.bytes ?? 0)
  return fine({ entries: entries.entries, blocks: entries.blocks, objects: objects?.objects ?? 0, bytes })
}

const removeObjects = async (db: Db, record: string): Promise<void> => {
  const rows = await db.sql<{ sha256: string }[]>`
    select sha256 from object where sha256 in (${mine(db, record)}) order by sha256 for update`
  const names = rows.map((row) => row.sha256)
  await db.sql`delete from object o where o.sha256 = any(${names}) and ${unnamed(db, record)}` // sees what was named while we waited
}

const pictured = z.looseObject({ blocks: z.array(z.looseObject({ object: z.string().optional() })) })

/** Throws away all that waits to be said to a record, with the pictures and files that only it names. */
export const dropInputs = (db: Db, record: string): Promise<void> =>
  inTransaction(db, async ({ sql }) => {
    const rows = await sql<{ json: string }[]>`delete from input where record = ${record} returning json`
    const blocks = rows.flatMap(({ json }) => pictured.parse(JSON.parse(json)).blocks)
    const names = blocks.flatMap(({ object }) => object ?? []).toSorted()
    await sql`select 1 from object where sha256 = any(${names}) order by sha256 for update`
    await sql`
      delete from object o where sha256 = any(${names})
      and not exists (select 1 from naming where sha256 = o.sha256)
      and not exists (select 1 from segment where sha256 = o.sha256)`
  })

const removeSources = async (db: Db, record: string): Promise<void> => {
  const rows = await db.sql<{ source: string }[]>`${lonely(db, record)}`
  const sources = rows.map((row) => row.source)
  await db.sql`delete from source_record where record = ${record}`
  await db.sql`delete from segment where source = any(${sources})`
  await db.sql`delete from source where id = any(${sources})`
  const emptied = await db.sql<
    { import: string }[]
  >`delete from receipt where source = any(${sources}) returning import`
  await db.sql`
    delete from import i where id = any(${emptied.map((row) => row.import)})
    and not exists (select 1 from receipt where import = i.id)`
}

const remove = (db: Db, record: string): Promise<Outcome<DeletionCounts>> =>
  inTransaction(db, async (within) => {
    const { sql } = within
    await sql`select 1 from record where id = ${record} for update` // nobody appends or claims from here on
    if (await isClaimed(within, record)) return refused("record-busy", { record })
    const counts = await countForDeletion(within, record)
    if (!counts.ok) return counts
    await sql`select set_config('crossing.deleting', 'on', true)`
    await removeObjects(within, record)
    await removeSources(within, record)
    await sql`delete from sent where record = ${record}`
    await sql`delete from entry where record = ${record}`
    await sql`delete from search where record = ${record}`
    await sql`delete from naming where record = ${record}`
    await sql`delete from count where record = ${record}`
    await sql`delete from skeleton where record = ${record}`
    await sql`delete from draft where record = ${record}`
    await sql`delete from claim where record = ${record}`
    await dropInputs(within, record)
    await sql`delete from record where id = ${record}`
    await sql`select set_config('crossing.deleting', '', true)`
    const { entries, blocks, objects, bytes } = counts.value
    await sql`
      insert into deletion (record, at, entries, blocks, objects, bytes)
      values (${record}, clock_timestamp(), ${entries}, ${blocks}, ${objects}, ${bytes})`
    return counts
  })

const deadlock = "40P01"

/**
 * Deletes a record for good, in one transaction, with what only it names: entries, objects, its source's segments and
 * receipts. A line stays that says when, and how much. Returns what went. Problems `record-unknown` {record},
 * `record-busy` {record} where a turn runs in it.
 */
export const deleteRecord = async (db: Db, record: string): Promise<Outcome<DeletionCounts>> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await remove(db, record)
    } catch (error) {
      if (attempt === 5 || codeOf(error) !== deadlock) throw error // an import held an object that we wanted, and the other way round
      await sleep(50 * attempt)
    }
  }
}

/** A line of the log of deletions; times are ISO 8601, UTC. */
export type Deletion = DeletionCounts & { readonly record: string; readonly at: string }

/** What was deleted, newest first. */
export const listDeletions = async ({ sql }: Db, limit: number): Promise<readonly Deletion[]> => {
  const rows = await sql<(DeletionCounts & { record: string; at: Date })[]>`
    select record, at, entries, blocks, objects, bytes::float8 as bytes from deletion order by at desc limit ${limit}`
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
