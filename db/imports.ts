import { v7 } from "uuid"
import type { Seq } from "#lib/record/entry.ts"
import { fine, type Outcome, type Problem, refused } from "#lib/record/problem.ts"
import { type Db, inTransaction } from "./connect.ts"

/** How a file stands to what was imported before. */
export type Status = "new" | "grown" | "same" | "changed"

/** A record that a file holds; `n` counts them in the file from 1, `added` the entries that this import added to it. */
export type ImportedRecord = {
  readonly id: string
  readonly n: number
  readonly title: string | null
  readonly head: Seq
  readonly added: number
}

/** read = kept + duplicate + structural + unread, in lines or elements of the whole file; `repaired` is a part of kept. */
export type LineCounts = {
  readonly read: number
  readonly kept: number
  readonly duplicate: number
  readonly structural: number
  readonly unread: number
  readonly repaired: number
}

/** What an import did with one file. */
export type FileReport = {
  readonly name: string
  readonly format: string
  readonly bytes: number
  readonly status: Status
  /**
   * Why a file that is known by its session became a record of its own: its old bytes are others, the importer reads
   * them otherwise than before, or the record was continued here.
   */
  readonly changed?: "bytes" | "importer" | "continued"
  readonly records: readonly ImportedRecord[]
  readonly receipt: LineCounts
  /** Structural lines, counted by type. */
  readonly structural: Readonly<Record<string, number>>
  /** The first of the unread lines; `receipt.unread` counts them all. */
  readonly unread: readonly { readonly line: number; readonly why: string }[]
  /** A last line without its line feed that is not yet whole: it waits for the file to grow, and is counted as unread. */
  readonly unfinished?: { readonly line: number; readonly object: string }
}

/** A file of an import: its report, or why it was refused. */
export type ImportedFile = {
  readonly n: number
  readonly name: string
  readonly outcome: Outcome<FileReport>
}

/** One act of importing. Times are ISO 8601, UTC. */
export type ImportReport = {
  readonly id: string
  readonly name: string
  readonly at: string
  readonly files: readonly ImportedFile[]
}

/** An import as a list shows it. */
export type ImportSummary = Omit<ImportReport, "files"> & {
  readonly files: number
  readonly refused: number
  readonly records: number
  readonly added: number
  readonly unread: number
}

/** Begins an import under a name (of its file or folder); returns its id. */
export const startImport = async ({ sql }: Db, name: string): Promise<string> => {
  const id = v7()
  await sql`insert into import (id, name, at) values (${id}, ${name}, clock_timestamp())`
  return id
}

export const isImport = async ({ sql }: Db, id: string): Promise<boolean> => {
  const rows = await sql`select 1 from import where id = ${id}`
  return rows.length > 0
}

type Kept = { readonly name: string; readonly report?: FileReport; readonly problem?: Problem }

/** Adds a file to an import, behind those that it has. `source`: the source that the report is of. */
export const addFile = (
  db: Db,
  into: string,
  name: string,
  outcome: Outcome<FileReport>,
  source?: string,
): Promise<number> =>
  inTransaction(db, async ({ sql }) => {
    await sql`select 1 from import where id = ${into} for update`
    const report = outcome.ok ? outcome.value : undefined
    const kept: Kept = outcome.ok ? { name, report: outcome.value } : { name, problem: outcome.problem }
    const added = report?.records.reduce((total, record) => total + record.added, 0) ?? 0
    const [row] = await sql<{ n: number }[]>`
      insert into receipt (import, n, source, refused, records, added, unread, report)
      select ${into}, count(*) + 1, ${source ?? null}, ${!outcome.ok}, ${report?.records.length ?? 0}, ${added},
        ${report?.receipt.unread ?? 0}, ${JSON.stringify(kept)}
      from receipt where import = ${into} returning n`
    return row?.n ?? 0
  })

type Named = { readonly id: string; readonly name: string; readonly at: Date }

/** Imports, newest first, at most `limit`; `before` is the id of the last one of the page before. */
export const listImports = async (
  { sql }: Db,
  { limit, before }: { readonly limit: number; readonly before?: string },
): Promise<readonly ImportSummary[]> => {
  const rows = await sql<(Named & Omit<ImportSummary, keyof Named>)[]>`
    select i.id, i.name, i.at, count(r.n)::int as files, count(*) filter (where r.refused)::int as refused,
      coalesce(sum(r.records), 0)::int as records, coalesce(sum(r.added), 0)::int as added,
      coalesce(sum(r.unread), 0)::int as unread
    from import i left join receipt r on r.import = i.id
    where ${before === undefined ? sql`true` : sql`(i.at, i.id) < (select at, id from import where id = ${before})`}
    group by i.id order by i.at desc, i.id desc limit ${limit}`
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

type Now = { readonly id: string; readonly title: string | null }

/** Titles may have become known since, and records may be gone: those are left out. */
const current = (report: FileReport, now: ReadonlyMap<string, Now>): FileReport => ({
  ...report,
  records: report.records.flatMap((record) => {
    const found = now.get(record.id)
    return found === undefined ? [] : [{ ...record, title: found.title }]
  }),
})

/** One import with all its files. Problem `import-unknown` {import}. */
export const getImport = async ({ sql }: Db, id: string): Promise<Outcome<ImportReport>> => {
  const [row] = await sql<Named[]>`select id, name, at from import where id = ${id}`
  if (row === undefined) return refused("import-unknown", { import: id })
  const files = await sql<
    { n: number; report: string }[]
  >`select n, report from receipt where import = ${id} order by n`
  const kept = files.map((file) => ({ n: file.n, ...(JSON.parse(file.report) as Kept) })) // written by `addFile`
  const ids = kept.flatMap(({ report }) => (report?.records ?? []).map((record) => record.id))
  const records = await sql<Now[]>`select id, title from record where id = any(${ids})`
  const now = new Map(records.map((record) => [record.id, record]))
  return fine({
    id: row.id,
    name: row.name,
    at: row.at.toISOString(),
    files: kept.map(({ n, name, report, problem }) => ({
      n,
      name,
      outcome:
        report === undefined
          ? { ok: false, problem: problem ?? { id: "import-unknown", facts: {} } }
          : fine(current(report, now)),
    })),
  })
}
