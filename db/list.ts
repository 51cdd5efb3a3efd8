import { z } from "zod"
import type { Seq } from "#lib/record/entry.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import type { Db } from "./connect.ts"
import { type Hit, hitsOf } from "./hits.ts"
import { type Fragment, type RecordSummary, type Row, shown, summary } from "./summary.ts"
import { type Term, terms } from "./words.ts"

export type Filter = {
  /** Words, or phrases in double quotes; all must be found in the record. Empty means no search. */
  readonly query?: string
  readonly format?: string
  readonly model?: string
  /** Only records whose counts hold and are above zero. */
  readonly altered?: boolean
  readonly dropped?: boolean
  readonly findings?: boolean
  /** Only records in whose prose mirrored quotes stand, as far as they are counted. */
  readonly quotes?: boolean
  /** The projector whose counts hold. */
  readonly projector: number
}

export type Page = {
  /** `added`: when it came into the store; `active`: the newest time in it. Newest first. */
  readonly order: "added" | "active"
  readonly limit: number
  /** `next` of the page before; absent for the first. */
  readonly cursor?: string
}

const found = (sql: Db["sql"], { text, query }: Term): Fragment => sql`
  exists (
    select 1 from search s where s.record = r.id
    ${query === null ? sql`` : sql`and s.words @@ ${query}::tsquery`} and strpos(s.text, ${text}) > 0
  )`

/** One fragment of several; postgres.js takes an empty array of them for a parameter. */
const all = ({ sql }: Db, fragments: readonly Fragment[]): Fragment =>
  fragments.length === 0 ? sql`` : sql`${fragments as Fragment[]}` // it only reads them

/** What a filter asks of a record `r` and its counts `c`. */
export const conditions = ({ sql }: Db, filter: Filter): Fragment => sql`
  true
  ${filter.format === undefined ? sql`` : sql`and r.format = ${filter.format}`}
  ${filter.model === undefined ? sql`` : sql`and r.models @> ${[filter.model]}::text[]`}
  ${filter.altered === true ? sql`and c.altered > 0` : sql``}
  ${filter.dropped === true ? sql`and c.dropped > 0` : sql``}
  ${filter.findings === true ? sql`and c.findings > 0` : sql``}
  ${filter.quotes === true ? sql`and r.quotes > 0` : sql``}
  ${all(
    { sql },
    terms(filter.query ?? "").map((term) => sql`and ${found(sql, term)}`),
  )}`

/** Records `r` with their counts `c` that still hold. */
export const counted = ({ sql }: Db, projector: number): Fragment => sql`
  record r left join count c on c.record = r.id and c.own and c.head = r.head and c.projector = ${projector}`

/** The first entry of a record `r` that holds a term. */
export const firstHit = ({ sql }: Db, term: Term | undefined): Fragment =>
  term === undefined
    ? sql`null::int`
    : sql`(
        select s.seq from search s where s.record = r.id
        ${term.query === null ? sql`` : sql`and s.words @@ ${term.query}::tsquery`}
        and strpos(s.text, ${term.text}) > 0 order by s.seq, s.part limit 1
      )`

const cursor = z.object({ at: z.iso.datetime(), id: z.string() })

/** A page begins behind this place. Problem `cursor-invalid`. */
export const readCursor = (text: string): Outcome<z.infer<typeof cursor>> => {
  try {
    return fine(cursor.parse(JSON.parse(Buffer.from(text, "base64url").toString())))
  } catch {
    return refused("cursor-invalid")
  }
}

/** The cursor that `readCursor` reads. */
export const cursorOf = ({ at, id }: { readonly at: Date; readonly id: string }): string =>
  Buffer.from(JSON.stringify({ at: at.toISOString(), id })).toString("base64url")

/** The time that a list is ordered by, of a record `r`. */
export const timeOf = ({ sql }: Db, order: Page["order"]): Fragment =>
  order === "added" ? sql`r.added_at` : sql`coalesce(r.latest_at, r.added_at)`

export type RecordPage = {
  readonly records: readonly RecordSummary[]
  /** The cursor of the next page; null on the last. */
  readonly next: string | null
}

/** One page of records, newest first. Records that come in meanwhile shift no page. Problem `cursor-invalid`. */
export const listRecords = async (db: Db, filter: Filter, page: Page): Promise<Outcome<RecordPage>> => {
  const { sql } = db
  const from = page.cursor === undefined ? undefined : readCursor(page.cursor)
  if (from?.ok === false) return from
  const term = terms(filter.query ?? "")[0]
  const at = timeOf(db, page.order)
  const rows = await sql<(Row & { at: Date })[]>`
    select ${shown(db)}, ${at} as at, ${firstHit(db, term)} as hit
    from ${counted(db, filter.projector)}
    where ${conditions(db, filter)}
    ${from === undefined ? sql`` : sql`and (${at}, r.id) < (${from.value.at}::timestamptz, ${from.value.id})`}
    order by ${at} desc, r.id desc limit ${page.limit + 1}`
  const records = rows.slice(0, page.limit)
  const last = records.at(-1)
  const more = rows.length > page.limit && last !== undefined
  const hits = term === undefined ? new Map<string, Hit>() : await hitsOf(db, term, records)
  return fine({
    records: records.map((row) => summary(row, hits.get(row.id) ?? null)),
    next: more ? cursorOf(last) : null,
  })
}

/** How many records a filter lets through. */
export const countRecords = async (db: Db, filter: Filter): Promise<number> => {
  const [row] = await db.sql<{ n: number }[]>`
    select count(*)::int as n from ${counted(db, filter.projector)} where ${conditions(db, filter)}`
  return row?.n ?? 0
}

/** One record as the list shows it. Problem `record-unknown` {record}. */
export const getRecord = async (
  db: Db,
  record: string,
  projector: number,
): Promise<Outcome<RecordSummary>> => {
  const [row] = await db.sql<Row[]>`
    select ${shown(db)}, null as hit from ${counted(db, projector)} where r.id = ${record}`
  return row === undefined ? refused("record-unknown", { record }) : fine(summary(row, null))
}

/** The formats and models that there are to filter by, each with its number of records, most first. */
export const facets = async ({ sql }: Db) => {
  const formats = await sql<{ format: string; records: number }[]>`
    select format, count(*)::int as records from record where format is not null
    group by format order by records desc, format`
  const models = await sql<{ model: string; records: number }[]>`
    select model, count(*)::int as records from record, unnest(models) as model
    group by model order by records desc, model limit 200`
  return { formats, models } as const
}

/** Where in one record a search finds its terms: seqs of entries that hold them all, in order, at most `limit`. */
export const findEntries = async (
  { sql }: Db,
  record: string,
  query: string,
  limit: number,
): Promise<readonly Seq[]> => {
  const wanted = terms(query)
  if (wanted.length === 0) return []
  const each = wanted.map(
    ({ text, query }) =>
      sql`(${query === null ? sql`true` : sql`s.words @@ ${query}::tsquery`} and strpos(s.text, ${text}) > 0)`,
  )
  const rows = await sql<{ seq: Seq }[]>`
    select s.seq from search s where s.record = ${record} and s.seq > 0
    group by s.seq having true ${each.map((found) => sql`and bool_or(${found})`)}
    order by s.seq limit ${limit}`
  return rows.map((row) => row.seq)
}
