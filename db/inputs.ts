import type { Db } from "./connect.ts"

/** What was said and waits for its turn: an id that gives its place, and JSON text. */
export type Waiting = { readonly id: string; readonly json: string }

/**
 * Puts input behind what waits; false where there is no such record (any more). The id is a UUIDv7; one that is there
 * already is not put twice.
 */
export const putInput = async ({ sql }: Db, record: string, { id, json }: Waiting): Promise<boolean> => {
  const rows = await sql`
    insert into input (record, id, json) select id, ${id}, ${json}::json from record where id = ${record} for key share
    on conflict (record, id) do update set id = excluded.id returning id`
  return rows.length === 1
}

/** All that waits, in order. */
export const waitingInputs = async ({ sql }: Db, record: string): Promise<readonly Waiting[]> =>
  sql<Waiting[]>`select id, json from input where record = ${record} order by id`

/** Takes inputs out; meant for the transaction that appends them. How many were there. */
export const takeInputs = async ({ sql }: Db, record: string, ids: readonly string[]): Promise<number> => {
  const rows = await sql`delete from input where record = ${record} and id = any(${[...ids]}) returning id`
  return rows.length
}
