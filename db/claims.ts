import type { Db } from "./connect.ts"
import type { Database } from "./open.ts"

/**
 * Who is at work on a record. A claim holds as long as its process has a connection: the server notices a dead process
 * at once, and no clock takes part.
 */

/**
 * Claims a record for this process; false where another that lives has it, or it is deleted. Claiming again changes nothing.
 */
export const claimRecord = async ({ sql, name }: Database, record: string): Promise<boolean> => {
  const rows = await sql`
    insert into claim (record, node) select id, ${name} from record where id = ${record} for key share
    on conflict (record) do update set node = excluded.node, at = now()
    where claim.node = excluded.node
      or not exists (select 1 from pg_stat_activity where application_name = claim.node)
    returning record`
  return rows.length === 1
}

/** Gives a claim of this process back. */
export const releaseRecord = async ({ sql, name }: Database, record: string): Promise<void> => {
  await sql`delete from claim where record = ${record} and node = ${name}`
}

/** Whether some process that lives is at work on a record. */
export const isClaimed = async ({ sql }: Db, record: string): Promise<boolean> => {
  const rows = await sql`
    select 1 from claim c where record = ${record}
    and exists (select 1 from pg_stat_activity where application_name = c.node)`
  return rows.length === 1
}

/** Records that nobody looks after: their process died at work, or what was said to them waits and nobody is at work there. */
export const unattended = async ({ sql }: Db): Promise<readonly string[]> => {
  const rows = await sql<{ record: string }[]>`
    select record from claim c
    where not exists (select 1 from pg_stat_activity where application_name = c.node)
    union select record from input i where not exists (select 1 from claim where record = i.record)
    order by record`
  return rows.map(({ record }) => record)
}
