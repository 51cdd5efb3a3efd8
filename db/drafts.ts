import type { Seq } from "#lib/record/entry.ts"
import type { Db } from "./connect.ts"

/**
 * A reply that is still being written: `after` is the record's newest entry when it began, which names the draft, since
 * a record has one writer. Its deltas are numbered 1, 2, 3 … and never change.
 */
export type DraftKey = { readonly record: string; readonly after: Seq }

/** Deltas `from`, `from` + 1 … of a draft, each as JSON text. */
export type Stretch = { readonly from: number; readonly deltas: readonly string[] }

/** Adds deltas, one at least, behind those that are there. Adding what is there already changes nothing. */
export const addToDraft = async (
  { sql }: Db,
  { record, after }: DraftKey,
  { from, deltas }: Stretch,
): Promise<void> => {
  await sql`
    insert into draft (record, after, n, json) values (${record}, ${after}, ${from}, ${`[${deltas.join(",")}]`}::json)
    on conflict do nothing`
}

/** Deltas of a draft behind number `seen`, in order; none where there is no such draft (any more). */
export const readDraft = async ({ sql }: Db, { record, after }: DraftKey, seen: number): Promise<Stretch> => {
  const rows = await sql<{ n: number; json: string }[]>`
    select n, json from draft where record = ${record} and after = ${after}
    and n >= coalesce((
      select max(n) from draft where record = ${record} and after = ${after} and n <= ${seen + 1}
    ), 1) order by n`
  const deltas = rows.flatMap(({ n, json }) =>
    (JSON.parse(json) as unknown[]) // as it was written above
      .map((delta, index) => ({ n: n + index, text: JSON.stringify(delta) })),
  )
  return { from: seen + 1, deltas: deltas.filter(({ n }) => n > seen).map(({ text }) => text) }
}

/** Ends a draft and any older one, in the transaction that appends its reply. */
export const endDraft = async ({ sql }: Db, { record, after }: DraftKey): Promise<void> => {
  await sql`delete from draft where record = ${record} and after <= ${after}`
}

/** The entry that a record's newest open draft follows; undefined without one. */
export const newestDraft = async ({ sql }: Db, record: string): Promise<Seq | undefined> => {
  const [row] = await sql<
    { after: Seq | null }[]
  >`select max(after) as after from draft where record = ${record}`
  return row?.after ?? undefined
}
