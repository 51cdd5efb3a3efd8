import type { Seq } from "#lib/record/entry.ts"
import type { Db } from "./connect.ts"

/** What a projection of a whole record counted; it holds for this head and this projector alone. */
export type Counts = {
  readonly target: string
  readonly head: Seq
  readonly projector: number
  readonly carried: number
  readonly altered: number
  readonly dropped: number
  readonly made: number
  readonly findings: number
}

/**
 * Keeps the counts of a record for a target; newer ones take the place of older. `own` marks the target that the list
 * shows and filters by: the record's own, else `anthropic`; there is one such row a record.
 */
export const saveCounts = async (
  { sql }: Db,
  record: string,
  counts: Counts,
  own: boolean,
): Promise<void> => {
  const { target, head, projector, carried, altered, dropped, made, findings } = counts
  if (own) await sql`update count set own = false where record = ${record} and target <> ${target} and own`
  await sql`
    insert into count (record, target, own, head, projector, carried, altered, dropped, made, findings)
    select id, ${target}, ${own}, ${head}, ${projector}, ${carried}, ${altered}, ${dropped}, ${made}, ${findings}
    from record where id = ${record}
    on conflict (record, target) do update set own = excluded.own or count.own, head = excluded.head,
      projector = excluded.projector, carried = excluded.carried, altered = excluded.altered,
      dropped = excluded.dropped, made = excluded.made, findings = excluded.findings`
}

/** The counts of one record that still hold, one a target. */
export const countsOf = async ({ sql }: Db, record: string, projector: number): Promise<readonly Counts[]> =>
  sql<Counts[]>`
    select c.target, c.head, c.projector, c.carried, c.altered, c.dropped, c.made, c.findings
    from count c join record r on r.id = c.record
    where c.record = ${record} and c.head = r.head and c.projector = ${projector} order by c.target`

/** Keeps how many mirrored quotes stand in a record of this head; one that has grown since is counted again. */
export const saveQuotes = async ({ sql }: Db, record: string, head: Seq, quotes: number): Promise<void> => {
  await sql`update record set quotes = ${quotes} where id = ${record} and head = ${head}`
}

/** Records in whose prose mirrored quotes stand, or in which nobody has counted them yet, newest first. */
export const mirroring = async ({ sql }: Db): Promise<readonly string[]> => {
  const rows = await sql<{ id: string }[]>`
    select id from record where quotes is distinct from 0 order by added_at desc, id desc`
  return rows.map(({ id }) => id)
}

/** Records whose own counts are missing or no longer hold, newest first: what is to be counted next. */
export const uncounted = async (
  { sql }: Db,
  projector: number,
  limit: number,
): Promise<readonly string[]> => {
  const rows = await sql<{ id: string }[]>`
    select r.id from record r
    where r.quotes is null or not exists (
      select 1 from count c where c.record = r.id and c.own and c.head = r.head and c.projector = ${projector}
    )
    order by r.added_at desc, r.id desc limit ${limit}`
  return rows.map((row) => row.id)
}
