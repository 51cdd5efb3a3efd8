import type { Seq } from "#lib/record/entry.ts"
import { parseHeader, type RecordHeader } from "#lib/record/record.ts"
import type { Db } from "./connect.ts"

/** What a kept skeleton holds for: the whole record up to `head`, and the code and targets that made it, as one word. */
export type Making = { readonly head: Seq; readonly version: string }

/** Keeps the JSON text of what a record's page gets at once, in the place of an older one. */
export const saveSkeleton = async (
  { sql }: Db,
  record: string,
  { head, version }: Making,
  json: string,
): Promise<void> => {
  await sql`
    insert into skeleton (record, head, version, json)
    select id, ${head}, ${version}, ${json}::json from record where id = ${record}
    on conflict (record) do update set head = excluded.head, version = excluded.version, json = excluded.json
    where skeleton.head <= excluded.head`
}

/** A skeleton that was kept, as JSON text, and the record's header as it is now. */
export type KeptSkeleton = { readonly header: RecordHeader; readonly json: string }

/** What was kept of a record, where it is of its head of now and of this version; else undefined. */
export const keptSkeleton = async (
  { sql }: Db,
  record: string,
  version: string,
): Promise<KeptSkeleton | undefined> => {
  const [row] = await sql<{ header: string; json: string }[]>`
    select r.header, s.json from skeleton s join record r on r.id = s.record
    where s.record = ${record} and s.head = r.head and s.version = ${version}`
  if (row === undefined) return undefined
  const header = parseHeader(JSON.parse(row.header))
  return header.ok ? { header: header.value, json: row.json } : undefined
}
