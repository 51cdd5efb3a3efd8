import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { parseHeader, printLine, type RecordHeader } from "#lib/record/record.ts"
import { type Db, inTransaction } from "./connect.ts"
import { clean, indexed } from "./words.ts"

/** A parent that is not in the store yet, by its session in the same format. */
export type Awaited = { readonly session: string; readonly how: "subagent" | "fork"; readonly seq?: number }

const orNull = (text: string | undefined): string | null => (text === undefined ? null : clean(text))

/** What a search finds a record by beside its entries. */
const names = ({ id, title, origin }: RecordHeader): string =>
  [title, origin?.session, origin?.name, id].filter((name) => name !== undefined).join("\n")

const columns = (header: RecordHeader) => ({
  header: printLine(header),
  title: orNull(header.title),
  format: orNull(header.origin?.format),
  session: orNull(header.origin?.session),
  parent: orNull(header.parent?.record),
  created: header.createdAt,
})

const indexNames = async ({ sql }: Db, header: RecordHeader): Promise<void> => {
  const parts = indexed(names(header))
  await sql`delete from search where record = ${header.id} and seq = 0`
  await sql`
    insert into search (record, seq, part, text, words)
    select ${header.id}, 0, new.n, new.text, array_to_tsvector(string_to_array(new.words, ' '))
    from unnest(${parts.map((part) => part.text)}::text[], ${parts.map((part) => part.words)}::text[])
      with ordinality as new (text, words, n)`
}

/** Adds a record without entries. Problem `record-exists` {record}. */
export const createRecord = (db: Db, header: RecordHeader, awaited?: Awaited): Promise<Outcome<string>> =>
  inTransaction(db, async (within) => {
    const all = columns(header)
    const rows = await within.sql`
      insert into record (id, header, title, format, session, parent, parent_session, parent_how, parent_seq,
        created_at)
      values (${header.id}, ${all.header}, ${all.title}, ${all.format}, ${all.session}, ${all.parent},
        ${orNull(awaited?.session)}, ${awaited?.how ?? null}, ${awaited?.seq ?? null}, ${all.created}::timestamptz)
      on conflict do nothing returning id`
    if (rows.length === 0) return refused("record-exists", { record: header.id })
    await indexNames(within, header)
    return fine(header.id)
  })

/** Writes what has become known of a record: a later title of its source, or its parent. Its entries stay as they are. */
export const updateHeader = (db: Db, header: RecordHeader): Promise<void> =>
  inTransaction(db, async (within) => {
    const all = columns(header)
    await within.sql`
      update record set header = ${all.header}, title = ${all.title}, parent = ${all.parent},
        created_at = ${all.created}::timestamptz,
        parent_session = case when ${all.parent}::text is null then parent_session end
      where id = ${header.id}`
    await indexNames(within, header)
  })

/** A record's header line. Problem `record-unknown` {record}. */
export const readHeader = async ({ sql }: Db, record: string): Promise<Outcome<RecordHeader>> => {
  const [row] = await sql<{ header: string }[]>`select header from record where id = ${record}`
  return row === undefined ? refused("record-unknown", { record }) : parseHeader(JSON.parse(row.header))
}

type Join = { readonly how: Awaited["how"]; readonly seq: number | null }

const linkTo = async (db: Db, child: string, parent: string, { how, seq }: Join): Promise<void> => {
  const header = await readHeader(db, child)
  if (!header.ok || header.value.parent !== undefined) return
  await updateHeader(db, {
    ...header.value,
    parent: { record: parent, ...(seq === null ? {} : { seq }), how },
  })
}

type Own = Join & {
  readonly format: string
  readonly session: string | null
  readonly awaited: string | null
}

/**
 * Joins records to the parents that they name by session, now that both are in the store: `record` to its own parent,
 * and its children to it. It does not matter which of them comes first. Contract: within a transaction, whose end also
 * ends the locks that put members of one family in line.
 */
export const linkFamily = async (db: Db, record: string): Promise<void> => {
  const [own] = await db.sql<Own[]>`
    select format, session, parent_session as awaited, parent_how as how, parent_seq as seq from record
    where id = ${record} and format is not null`
  if (own === undefined) return
  for (const session of [own.session, own.awaited].filter((key) => key !== null).toSorted())
    await db.sql`select pg_advisory_xact_lock(hashtextextended(${`family ${own.format} ${session}`}, 0))`
  if (own.awaited !== null) {
    const [parent] = await db.sql<{ id: string }[]>`
      select id from record where format = ${own.format} and session = ${own.awaited} and id <> ${record}
      order by added_at desc, id desc limit 1`
    if (parent !== undefined) await linkTo(db, record, parent.id, own)
  }
  if (own.session === null) return
  const children = await db.sql<(Join & { id: string })[]>`
    select id, parent_how as how, parent_seq as seq from record
    where format = ${own.format} and parent_session = ${own.session} and id <> ${record}`
  for (const child of children) await linkTo(db, child.id, record, child)
}

/** Records whose parent is this one, oldest first: ids only. */
export const childrenOf = async ({ sql }: Db, record: string): Promise<readonly string[]> => {
  const rows = await sql<
    { id: string }[]
  >`select id from record where parent = ${record} order by added_at, id`
  return rows.map((row) => row.id)
}
