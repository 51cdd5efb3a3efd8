import type { Seq } from "#lib/record/entry.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import type { Dispatch } from "#lib/sent/share.ts"
import { type Db, inTransaction } from "./connect.ts"
import { type Addition, append } from "./entries.ts"

/**
 * Appends entries among which are requests, with the bytes of each. Returns the new head; problems as `append`.
 * Contract: every dispatch's entry is one of `entries`.
 */
export const appendSent = (
  db: Db,
  addition: Addition,
  dispatches: readonly Dispatch[],
): Promise<Outcome<Seq>> =>
  inTransaction(db, async (within) => {
    const appended = await append(within, addition)
    if (!appended.ok) return appended
    for (const { entry, rest } of dispatches)
      await within.sql`
        insert into sent (record, seq, shared, rest)
        values (${addition.record}, ${entry.seq}, ${entry.shared}, ${Buffer.from(rest)})`
    return appended
  })

type Rest = { readonly seq: Seq; readonly shared: number; readonly rest: Uint8Array }

/** From the newest back: of each request only what the later ones left of it is taken, so each byte is read once. */
const assemble = (rests: readonly Rest[]): Uint8Array => {
  const pieces: Uint8Array[] = []
  let wanted = Number.POSITIVE_INFINITY
  for (const { shared, rest } of rests) {
    if (shared < wanted) {
      pieces.unshift(rest.subarray(0, wanted - shared))
      wanted = shared
    }
    if (wanted === 0) break
  }
  return Buffer.concat(pieces)
}

/** The exact bytes of the request at entry `seq`. Problem `sent-unknown` {record, seq}. */
export const readSent = async ({ sql }: Db, record: string, seq: Seq): Promise<Outcome<Uint8Array>> => {
  const rests = await sql<Rest[]>`
    select seq, shared, rest from sent where record = ${record} and seq <= ${seq} order by seq desc`
  return rests[0]?.seq === seq ? fine(assemble(rests)) : refused("sent-unknown", { record, seq })
}

/** How many requests' own bytes are read at once. */
const page = 50

/**
 * The exact bytes of requests after entry `after` up to and with `through`, in order, each byte read once. A request
 * whose bytes are not stored is left out.
 */
export async function* eachSent(
  { sql }: Db,
  record: string,
  { after, through }: { readonly after: Seq; readonly through: Seq },
): AsyncGenerator<{ readonly seq: Seq; readonly bytes: Uint8Array }> {
  const [before] = await sql<{ seq: Seq }[]>`
    select seq from sent where record = ${record} and seq <= ${after} order by seq desc limit 1`
  const first = before === undefined ? undefined : await readSent({ sql }, record, before.seq)
  let bytes: Uint8Array = first?.ok === true ? first.value : Buffer.alloc(0)
  let last = after
  for (;;) {
    const rows = await sql<Rest[]>`
      select seq, shared, rest from sent
      where record = ${record} and seq > ${last} and seq <= ${through} order by seq limit ${page}`
    for (const { seq, shared, rest } of rows) {
      bytes = Buffer.concat([bytes.subarray(0, shared), rest])
      last = seq
      yield { seq, bytes }
    }
    if (rows.length < page) return
  }
}

/** Ids of the records that requests crossed from, in order. */
export const recordsWithSent = async ({ sql }: Db): Promise<readonly string[]> => {
  const rows = await sql<{ record: string }[]>`
    select record from entry where kind = 'sent' union select record from sent order by record`
  return rows.map(({ record }) => record)
}

/** Copies the bytes of one record's requests up to and with entry `through` to another that begins with the same entries. */
export const copySent = async (
  { sql }: Db,
  { from, to, through }: { readonly from: string; readonly to: string; readonly through: Seq },
): Promise<void> => {
  await sql`
    insert into sent (record, seq, shared, rest)
    select ${to}, seq, shared, rest from sent where record = ${from} and seq <= ${through}`
}
