import type { Db } from "./connect.ts"

/** What was said and waits for its turn: an id that gives its place, and JSON text. */
export type Waiting = { readonly id: string; readonly json: string }

/** Puts input behind what waits. The id is a UUIDv7; one that is there already is not put twice. */
export const putInput = async ({ sql }: Db, record: string, { id, json }: Waiting): Promise<void> => {
  await sql`
    insert into input (record, id, json) values (${record}, ${id}, ${json}::json)
    on conflict (record, id) do nothing`
}

/** All that waits, in order. */
export const waitingInputs = async ({ sql }: Db, record: string): Promise<readonly Waiting[]> =>
  sql<Waiting[]>`select id, json from input where record = ${record} order by id`

/** Takes inputs out; meant for the transaction that appends them. How many were there. */
export const takeInputs = async ({ sql }: Db, record: string, ids: readonly string[]): Promise<number> => {
  const rows = await sql`delete from input where record = ${record} and id = any(${[...ids]}) returning id`
  return rows.length
}

/** Records that have input waiting. */
export const recordsWithInput = async ({ sql }: Db): Promise<readonly string[]> => {
  const rows = await sql<{ record: string }[]>`select distinct record from input order by record`
  return rows.map(({ record }) => record)
}
