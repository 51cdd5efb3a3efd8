import postgres from "postgres"
import { type Block, nested } from "#lib/record/block.ts"
import type { Entry, EntryKind, Seq } from "#lib/record/entry.ts"
import { objectsOf } from "#lib/record/log.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { quotesAdded } from "#lib/record/quotes.ts"
import { parseHeader, printLine, type RecordLog, type StoredObject } from "#lib/record/record.ts"
import { type Db, inTransaction } from "./connect.ts"
import { putObjects } from "./objects.ts"
import { searchable } from "./text.ts"
import { indexed } from "./words.ts"

/** Entries to append, numbered from `head` + 1 on, and the head that the writer believes the record to have. */
export type Addition = {
  readonly record: string
  readonly head: Seq
  readonly entries: readonly Entry[]
  /** Objects that the entries name and that may be new; stored in the same transaction. */
  readonly objects?: readonly StoredObject[]
}

const blocksOf = (entry: Entry): readonly Block[] => {
  if (entry.kind === "message") return entry.blocks
  return entry.kind === "replacement" ? [entry.with] : []
}

const countBlocks = (entry: Entry): number =>
  blocksOf(entry).reduce((total, block) => total + 1 + nested(block).length, 0)

const modelsOf = (entry: Entry): readonly string[] => {
  if (entry.kind === "header") return [entry.target.model]
  return entry.kind === "message" && entry.maker !== undefined ? [entry.maker.model] : []
}

/** The id as the `text` column can hold it: escaped like JSON, so that two ids never become one. */
const idColumn = (id: string): string => JSON.stringify(id).slice(1, -1)

/** Objects by digest; `media` are those that are pictures or files, not only segments. */
type Names = { readonly all: readonly string[]; readonly media: readonly string[] }

const namesOf = (entries: readonly Entry[]): Names => {
  const all = new Set<string>()
  const media = new Set<string>()
  for (const entry of entries) {
    const names = objectsOf(entry)
    for (const name of names) all.add(name)
    const pictures = entry.origin === undefined ? names : names.slice(0, -1) // the segment of its source stands last
    for (const name of pictures) media.add(name)
  }
  return { all: [...all], media: [...media] }
}

const latest = (entries: readonly Entry[]): string | null =>
  entries.reduce<string | null>((newest, { at }) => {
    if (at === null) return newest
    return newest === null || at > newest ? at : newest
  }, null)

/** The columns of the one statement, as arrays of equal length a table. */
const columns = (entries: readonly Entry[]) => {
  const parts = entries.flatMap((entry) =>
    indexed(searchable(entry)).map((part, index) => ({ ...part, seq: entry.seq, index })),
  )
  const blocks = entries.map(countBlocks)
  return {
    ids: entries.map((entry) => idColumn(entry.id)),
    kinds: entries.map((entry) => entry.kind),
    blocks,
    blockTotal: blocks.reduce((total, n) => total + n, 0),
    bodies: entries.map(printLine),
    unread: entries.filter((entry) => entry.kind === "unread").length,
    quotes: quotesAdded(entries),
    models: [...new Set(entries.flatMap(modelsOf))],
    latest: latest(entries),
    partSeqs: parts.map((part) => part.seq),
    partNumbers: parts.map((part) => part.index),
    partTexts: parts.map((part) => part.text),
    partWords: parts.map((part) => part.words),
    names: namesOf(entries),
  }
}

/**
 * One statement: it moves the head, which only the writer that named the right one can do, and adds all the rows. The
 * row lock of the record puts concurrent writers in line, so numbers have no gap.
 */
const insert = async ({ sql }: Db, { record, head, entries }: Addition): Promise<Seq | undefined> => {
  const all = columns(entries)
  const [row] = await sql<{ head: Seq }[]>`
    with moved as (
      update record set
        head = head + ${entries.length}, blocks = blocks + ${all.blockTotal}, unread = unread + ${all.unread},
        quotes = quotes + ${all.quotes}::int,
        models = case when models @> ${all.models}::text[] then models
          else (select array_agg(distinct model order by model) from unnest(models || ${all.models}::text[]) model) end,
        latest_at = greatest(latest_at, ${all.latest}::timestamptz), changed_at = now()
      where id = ${record} and head = ${head}
      returning id, head
    ), entries as (
      insert into entry (record, seq, id, kind, blocks, json)
      select moved.id, ${head} + new.n, new.id, new.kind, new.blocks, new.body::json
      from moved, unnest(${all.ids}::text[], ${all.kinds}::text[], ${all.blocks}::int[], ${all.bodies}::text[])
        with ordinality as new (id, kind, blocks, body, n)
    ), parts as (
      insert into search (record, seq, part, text, words)
      select moved.id, new.seq, new.part, new.text, array_to_tsvector(string_to_array(new.words, ' '))
      from moved, unnest(
        ${all.partSeqs}::int[], ${all.partNumbers}::int[], ${all.partTexts}::text[], ${all.partWords}::text[]
      ) as new (seq, part, text, words)
    ), names as (
      insert into naming (record, sha256, media)
      select moved.id, name, name = any(${all.names.media}::text[]) from moved, unnest(${all.names.all}::text[]) as name
      on conflict (record, sha256) do update set media = true where excluded.media and not naming.media
    )
    select head from moved`
  return row?.head
}

const isRepeatedId = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && error.code === "23505" && error.constraint_name === "entry_id"

/**
 * Appends entries at the head that the writer expects, all or none. Returns the new head. Problems: `stale-head`
 * {expected, head} when the record has grown since, `record-unknown`, `id-repeated` (an entry's id is in the record).
 * Entries are taken as valid; numbers that do not follow `head` are a bug and throw.
 */
export const append = async (db: Db, addition: Addition): Promise<Outcome<Seq>> => {
  const { record, head, entries, objects = [] } = addition
  const wrong = entries.findIndex((entry, index) => entry.seq !== head + 1 + index)
  if (wrong >= 0) throw new Error(`Entry ${entries[wrong]?.seq} does not follow head ${head}.`)
  try {
    const moved =
      objects.length === 0
        ? await insert(db, addition)
        : await inTransaction(db, async (within) => {
            await putObjects(within, objects)
            return insert(within, addition)
          })
    if (moved !== undefined) return fine(moved)
  } catch (error) {
    if (isRepeatedId(error)) return refused("id-repeated", { record })
    throw error
  }
  const now = await headOf(db, record)
  return now === undefined
    ? refused("record-unknown", { record })
    : refused("stale-head", { expected: head, head: now })
}

/** The seq of a record's newest entry, 0 without any; undefined for an unknown record. */
export const headOf = async ({ sql }: Db, record: string): Promise<Seq | undefined> => {
  const [row] = await sql<{ head: Seq }[]>`select head from record where id = ${record}`
  return row?.head
}

/** A stretch of a record: entries after `after` (default 0) up to `through` (default all), at most `limit`, in order. */
export type Stretch = {
  readonly after?: Seq
  readonly through?: Seq
  readonly limit: number
  /** Only entries of these kinds; absent means all. */
  readonly kinds?: readonly EntryKind[]
}

/** An entry as it is stored: `json` is the exact text of its line in a log. */
export type StoredLine = { readonly seq: Seq; readonly json: string }

const linesOf = ({ sql }: Db, record: string, { after = 0, through, limit, kinds }: Stretch) =>
  sql<StoredLine[]>`
    select seq, json from entry
    where record = ${record} and seq > ${after}
    ${through === undefined ? sql`` : sql`and seq <= ${through}`}
    ${kinds === undefined ? sql`` : sql`and kind = any(${[...kinds]})`}
    order by seq limit ${limit}`

/** Exact texts of a stretch. Entries never change, so a stretch below a known head is fixed for ever. */
export const readLines = async (db: Db, record: string, stretch: Stretch): Promise<readonly StoredLine[]> =>
  linesOf(db, record, stretch)

/** An entry from its stored text: it was validated before it was appended. */
export const parseLine = ({ json }: StoredLine): Entry => JSON.parse(json) as Entry

/** Parsed entries of a stretch; each is parsed as it comes, so that its text is not kept until the last one is there. */
export const readEntries = async (db: Db, record: string, stretch: Stretch): Promise<readonly Entry[]> => {
  const entries: Entry[] = []
  await linesOf(db, record, stretch).forEach((line) => {
    entries.push(parseLine(line))
  })
  return entries
}

const everything = 2_147_483_647

/** A whole record, or up to and with entry `asOf`. Problem `record-unknown`. */
export const readLog = async (
  db: Db,
  record: string,
  { asOf }: { readonly asOf?: Seq } = {},
): Promise<Outcome<RecordLog>> => {
  const [row] = await db.sql<
    { header: string; head: Seq }[]
  >`select header, head from record where id = ${record}`
  if (row === undefined) return refused("record-unknown", { record })
  const header = parseHeader(JSON.parse(row.header))
  if (!header.ok) return header
  const through = Math.min(asOf ?? row.head, row.head) // what is appended from now on does not belong to this reading
  return fine({
    header: header.value,
    entries: await readEntries(db, record, { through, limit: everything }),
  })
}
