import type postgres from "postgres"
import type { Seq } from "#lib/record/entry.ts"
import { parseHeader, type RecordHeader } from "#lib/record/record.ts"
import type { Db } from "./connect.ts"
import type { Counts } from "./counts.ts"
import type { Hit } from "./hits.ts"

/** A record as a list shows it; null is unknown. */
export type RecordSummary = {
  readonly id: string
  readonly title: string | null
  readonly format: string | null
  readonly session: string | null
  /** The record that it came from, where there, and how. */
  readonly parent: NonNullable<RecordHeader["parent"]> | null
  readonly head: Seq
  readonly blocks: number
  readonly unread: number
  /** Lone escaped quotes in the agent's prose; null until they are counted. */
  readonly quotes: number | null
  /** Names of models that headers and makers name, sorted. */
  readonly models: readonly string[]
  /** Times are ISO 8601, UTC. `latestAt`: the newest time that an entry names. */
  readonly createdAt: string | null
  readonly latestAt: string | null
  readonly addedAt: string
  readonly changedAt: string
  /** For the target that the list shows; null until they are counted for this head and projector. */
  readonly counts: Counts | null
  /** Where a search found its first term: seq 0 is the title or another name. `text` shows the place. */
  readonly hit: Hit | null
}

export type Fragment = postgres.PendingQuery<postgres.Row[]>

type Times = "createdAt" | "latestAt" | "addedAt" | "changedAt"

/** The columns of `shown`. */
export type Row = Omit<RecordSummary, Times | "parent" | "counts" | "hit"> & {
  /** The header line, where it names a parent. */
  readonly header: string | null
  readonly createdAt: Date | null
  readonly latestAt: Date | null
  readonly addedAt: Date
  readonly changedAt: Date
  readonly hit: Seq | null
} & { readonly [Key in keyof Counts as `c_${Key}`]: Counts[Key] | null }

/** Columns of a record `r` and of its counts `c`. */
export const shown = ({ sql }: Db): Fragment => sql`
  r.id, r.title, r.format, r.session, case when r.parent is not null then r.header end as header, r.head, r.blocks,
  r.unread, r.quotes, r.models,
  r.created_at as "createdAt", r.latest_at as "latestAt", r.added_at as "addedAt", r.changed_at as "changedAt",
  c.target as c_target, c.projector as c_projector, c.carried as c_carried, c.altered as c_altered,
  c.dropped as c_dropped, c.made as c_made, c.findings as c_findings`

const countsFrom = (row: Row): Counts | null =>
  row.c_target === null
    ? null
    : {
        target: row.c_target,
        head: row.head,
        projector: row.c_projector ?? 0,
        carried: row.c_carried ?? 0,
        altered: row.c_altered ?? 0,
        dropped: row.c_dropped ?? 0,
        made: row.c_made ?? 0,
        findings: row.c_findings ?? 0,
      }

const parentFrom = ({ header }: Row): RecordSummary["parent"] => {
  const parsed = header === null ? undefined : parseHeader(JSON.parse(header))
  return parsed?.ok === true ? (parsed.value.parent ?? null) : null
}

/** What a list shows of a row. */
export const summary = (row: Row, hit: Hit | null): RecordSummary => ({
  id: row.id,
  title: row.title,
  format: row.format,
  session: row.session,
  parent: parentFrom(row),
  head: row.head,
  blocks: row.blocks,
  unread: row.unread,
  quotes: row.quotes,
  models: row.models,
  createdAt: row.createdAt?.toISOString() ?? null,
  latestAt: row.latestAt?.toISOString() ?? null,
  addedAt: row.addedAt.toISOString(),
  changedAt: row.changedAt.toISOString(),
  counts: countsFrom(row),
  hit,
})
