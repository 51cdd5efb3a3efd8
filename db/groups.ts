import { fine, type Outcome } from "#lib/record/problem.ts"
import type { Db } from "./connect.ts"
import { type Hit, hitsOf } from "./hits.ts"
import {
  conditions,
  counted,
  cursorOf,
  type Filter,
  firstHit,
  type Page,
  readCursor,
  timeOf,
} from "./list.ts"
import { type Fragment, type RecordSummary, type Row, shown, summary } from "./summary.ts"
import { terms } from "./words.ts"

/** A record that came from another of its group, so many steps below the group's first. */
export type Member = { readonly record: RecordSummary; readonly depth: number }

/** A record, and below it those that came from it, each behind its own parent, the newest first. */
export type Group = { readonly first: RecordSummary; readonly members: readonly Member[] }

export type GroupPage = {
  readonly groups: readonly Group[]
  /** The cursor of the next page; null on the last. */
  readonly next: string | null
}

/**
 * Which record each belongs to, among those a filter lets through: the topmost above it, or itself. Parents that name
 * each other in a ring belong to one of them, so that none is lost.
 */
const belonging = (db: Db, filter: Filter, order: Page["order"]): Fragment => db.sql`
  matching as materialized (
    select r.id, r.parent, ${timeOf(db, order)} as at
    from ${counted(db, filter.projector)} where ${conditions(db, filter)}
  ), linked as materialized (
    select m.id, m.at, p.id as parent from matching m left join matching p on p.id = m.parent
  ), above as (
    select id, parent as top from linked where parent is not null
    union
    select a.id, l.parent from above a join linked l on l.id = a.top where l.parent is not null
  ), topmost as (
    select a.id, coalesce(max(l.id) filter (where l.parent is null), min(l.id)) as top
    from above a join linked l on l.id = a.top group by a.id
  ), belonging as materialized (
    select l.id, l.at, coalesce(t.top, l.id) as top from linked l left join topmost t on t.id = l.id
  )`

/** Rows by a key, in the order in which each key first comes. */
const grouped = <Value, Key>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> => {
  const groups = new Map<Key, Value[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [value])
    else group.push(value)
  }
  return groups
}

type Kin = Row & { readonly at: Date; readonly top: string; readonly topAt: Date }

/** Members in the order of their tree; the rows come newest first. */
const laid = (records: readonly RecordSummary[], first: RecordSummary): readonly Member[] => {
  const byParent = grouped(records, ({ parent }) => parent?.record)
  const seen = new Set([first.id])
  const below = (parent: string, depth: number): readonly Member[] =>
    (byParent.get(parent) ?? []).flatMap((record) => {
      if (seen.has(record.id)) return []
      seen.add(record.id)
      return [{ record, depth }, ...below(record.id, depth + 1)]
    })
  return below(first.id, 1)
}

const groupOf = (rows: readonly Kin[], hits: ReadonlyMap<string, Hit>): readonly Group[] => {
  const records = rows.map((row) => summary(row, hits.get(row.id) ?? null))
  const first = records.find(({ id }) => id === rows[0]?.top)
  return first === undefined ? [] : [{ first, members: laid(records, first) }]
}

/**
 * One page of records with what came from them below: a group stands where the newest of it stands, newest first. A
 * record whose parent the filter leaves out is the first of a group of its own. Problem `cursor-invalid`.
 */
export const listGroups = async (db: Db, filter: Filter, page: Page): Promise<Outcome<GroupPage>> => {
  const { sql } = db
  const from = page.cursor === undefined ? undefined : readCursor(page.cursor)
  if (from?.ok === false) return from
  const term = terms(filter.query ?? "")[0]
  const rows = await sql<Kin[]>`
    with recursive ${belonging(db, filter, page.order)}, page as (
      select top, max(at) as at from belonging group by top
      ${from === undefined ? sql`` : sql`having (max(at), top) < (${from.value.at}::timestamptz, ${from.value.id})`}
      order by max(at) desc, top desc limit ${page.limit + 1}
    )
    select ${shown(db)}, ${firstHit(db, term)} as hit, b.at, b.top, page.at as "topAt"
    from page join belonging b on b.top = page.top join (${counted(db, filter.projector)}) on r.id = b.id
    order by page.at desc, page.top desc, b.at desc, r.id desc`
  const families = [...grouped(rows, ({ top }) => top).values()]
  const kept = families.slice(0, page.limit)
  const last = kept.at(-1)?.[0]
  const more = families.length > page.limit && last !== undefined
  const hits = term === undefined ? new Map<string, Hit>() : await hitsOf(db, term, kept.flat())
  return fine({
    groups: kept.flatMap((family) => groupOf(family, hits)),
    next: more ? cursorOf({ at: last.topAt, id: last.top }) : null,
  })
}

/** Titles of records, null where one has none; one that is not in the store is absent. */
export const titlesOf = async (
  { sql }: Db,
  records: readonly string[],
): Promise<ReadonlyMap<string, string | null>> => {
  const rows = await sql<{ id: string; title: string | null }[]>`
    select id, title from record where id = any(${[...records]})`
  return new Map(rows.map(({ id, title }) => [id, title]))
}
