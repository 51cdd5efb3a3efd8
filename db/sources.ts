import type { Db } from "./connect.ts"

/** A piece of a source's bytes, kept as an object; `breaks` counts its line feeds. */
export type Segment = { readonly sha256: string; readonly bytes: number; readonly breaks: number }

/** Record `n` of a source; `entries` of its entries came from there. */
export type SourceRecord = { readonly n: number; readonly record: string; readonly entries: number }

/** A file that was imported, once or as it grew. */
export type Source = {
  readonly id: string
  readonly bytes: number
  /** In the order of the file; together they are its bytes. */
  readonly segments: readonly Segment[]
  /** Those of its records that are still in the store, by `n`. */
  readonly records: readonly SourceRecord[]
}

/** Puts imports of one source in line until the transaction ends. */
export const lockSource = async ({ sql }: Db, format: string, identity: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`source ${format} ${identity}`}, 0))`
}

/** The segments of a source, in the order of the file. */
export const segmentsOf = async ({ sql }: Db, source: string): Promise<readonly Segment[]> =>
  sql<Segment[]>`select sha256, bytes, breaks from segment where source = ${source} order by n`

const recordsOf = async ({ sql }: Db, source: string): Promise<readonly SourceRecord[]> =>
  sql<SourceRecord[]>`select n, record, entries from source_record where source = ${source} order by n`

/**
 * The sources of a format with this identity (their session, or the digest of the first kept line), newest first: more
 * than one where a file came again with other bytes.
 */
export const findSources = async (db: Db, format: string, identity: string): Promise<readonly Source[]> => {
  const rows = await db.sql<{ id: string; bytes: number }[]>`
    select id, bytes::float8 as bytes from source where format = ${format} and identity = ${identity}
    order by added_at desc, id desc`
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      segments: await segmentsOf(db, row.id),
      records: await recordsOf(db, row.id),
    })),
  )
}

/** Adds a source without segments. */
export const createSource = async (
  { sql }: Db,
  source: { readonly id: string; readonly format: string; readonly identity: string },
): Promise<void> => {
  await sql`
    insert into source (id, format, identity, bytes) values (${source.id}, ${source.format}, ${source.identity}, 0)`
}

/** Adds a segment behind those that are there; its object is stored by the caller. */
export const addSegment = async ({ sql }: Db, source: string, segment: Segment): Promise<void> => {
  await sql`
    insert into segment (source, n, sha256, bytes, breaks)
    select ${source}, count(*) + 1, ${segment.sha256}, ${segment.bytes}, ${segment.breaks}
    from segment where source = ${source}`
  await sql`update source set bytes = bytes + ${segment.bytes} where id = ${source}`
}

/** Writes how many entries of a source's record came from it by now. */
export const saveSourceRecord = async ({ sql }: Db, source: string, row: SourceRecord): Promise<void> => {
  await sql`
    insert into source_record (source, n, record, entries) values (${source}, ${row.n}, ${row.record}, ${row.entries})
    on conflict (source, n) do update set record = excluded.record, entries = excluded.entries`
}

/** The source that a record came from; undefined where it was not imported. */
export const sourceOf = async ({ sql }: Db, record: string): Promise<string | undefined> => {
  const [row] = await sql<{ source: string }[]>`
    select source from source_record where record = ${record} order by source limit 1`
  return row?.source
}
