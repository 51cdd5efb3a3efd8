import { saveCounts, saveQuotes, uncounted } from "#db/counts.ts"
import { readLog } from "#db/entries.ts"
import { loadObjects } from "#db/objects.ts"
import type { Database } from "#db/open.ts"
import { anyone } from "#lib/dialect/model.ts"
import type { Target } from "#lib/dialect/targets.ts"
import { projector } from "#lib/dialect/words.ts"
import { findingsOf } from "#lib/lint/of-projection.ts"
import { quotesInForce } from "#lib/plan/repair.ts"
import { project } from "#lib/project.ts"
import type { Entry } from "#lib/record/entry.ts"
import { fine, type Outcome } from "#lib/record/problem.ts"
import { sheet } from "#lib/view/sheet.ts"
import { skeleton } from "#lib/view/skeleton.ts"
import { titleOf } from "#lib/view/title.ts"
import type { How } from "#lib/wire/crossing.ts"
import { isLong, keepFirstView } from "./first-view.ts"
import { allTargets } from "./targets.ts"

/** What the list shows of a record's crossings is counted once for its head, and kept. */

const usual = (rows: readonly Target[]): Target => {
  const row = rows.find(({ id }) => id === "anthropic")
  if (row === undefined) throw new Error("The table of targets has no anthropic row.")
  return row
}

/** Whom a record's own requests were for, by its newest header; `anthropic` where none is stored or known. */
export const ownTarget = (entries: readonly Entry[]): Target => {
  const rows = allTargets()
  const header = entries.findLast((entry) => entry.kind === "header")
  if (header === undefined) return usual(rows)
  const { provider, dialect } = header.target
  const fitting = rows.filter((row) => row.dialect === dialect)
  return (
    fitting.find(({ id }) => id === provider) ??
    fitting.find((row) => row.provider === provider) ??
    rows.find(({ id }) => id === provider) ??
    fitting.find((row) => row.provider === anyone) ??
    fitting[0] ??
    usual(rows)
  )
}

/** Counts a record's crossings for its own target and its mirrored quotes, and keeps them; of a long one also what its page shows first. Problem `record-unknown` {record}. */
export const countRecord = async (db: Database, record: string): Promise<Outcome<true>> => {
  const log = await readLog(db, record)
  if (!log.ok) return log
  const target = ownTarget(log.value.entries)
  const { objects } = await loadObjects(db, record)
  const projection = project(log.value, target, { objects })
  const sums: Record<How, number> = { carried: 0, altered: 0, dropped: 0, made: 0 }
  for (const { how } of projection.crossings.all()) sums[how] += 1
  const counts = {
    target: target.id,
    head: projection.asOf,
    projector,
    ...sums,
    findings: findingsOf(projection).length,
  }
  if (isLong(projection.asOf)) {
    const view = {
      title: titleOf(log.value),
      own: target.id,
      skeleton: skeleton(sheet(log.value, projection)),
    }
    await keepFirstView(db, log.value, view)
  }
  await saveCounts(db, record, counts, true)
  await saveQuotes(db, record, projection.asOf, quotesInForce(log.value.entries))
  return fine(true)
}

/** A record of more than this many bytes is not counted: it would be read into memory whole, for three numbers. */
const most = 200_000_000

const bytesOf = async ({ sql }: Database, record: string): Promise<number> => {
  const [row] = await sql<{ bytes: number }[]>`
    select coalesce(sum(octet_length(json::text)), 0)::float8 as bytes from entry where record = ${record}`
  return row?.bytes ?? 0
}

/** Records too large to count, or whose projection failed, for as long as this process lives. */
const passedOver = new Set<string>()

/** Whether a record is left uncounted for good, so that nobody waits for its counts. */
export const isPassedOver = (record: string): boolean => passedOver.has(record)

const countNext = async (db: Database): Promise<boolean> => {
  const waiting = await uncounted(db, projector, passedOver.size + 1)
  const record = waiting.find((id) => !passedOver.has(id))
  if (record === undefined) return false
  try {
    if ((await bytesOf(db, record)) <= most) await countRecord(db, record)
    else passedOver.add(record)
  } catch (error) {
    passedOver.add(record)
    console.error(`Counting the crossings of record ${record} failed:`, error)
  }
  return true
}

let counting: Promise<void> | undefined

const countAll = async (db: Database): Promise<void> => {
  while (await countNext(db)) await new Promise((resolve) => setImmediate(resolve)) // requests come in between
}

/**
 * Counts what is not counted yet, newest first, one record at a time; callers while it runs share the one run. Resolves
 * when nothing is left.
 */
export const countPending = (db: Database): Promise<void> => {
  counting ??= countAll(db).finally(() => {
    counting = undefined
  })
  return counting
}
