import { createHash } from "node:crypto"
import type { Db } from "#db/connect.ts"
import { keptSkeleton, saveSkeleton } from "#db/skeletons.ts"
import { projector } from "#lib/dialect/words.ts"
import type { RecordLog } from "#lib/record/record.ts"
import { type RecordFacts, recordFacts, type Skeleton } from "#lib/view/skeleton.ts"
import { titleOf } from "#lib/view/title.ts"
import { allTargets } from "./targets.ts"

/** What a record's page gets at once. `own` is the target that the record itself speaks of. */
export type FirstView = {
  readonly record: RecordFacts
  readonly title: string
  readonly own: string
  readonly skeleton: Skeleton
}

/** Entries from which on reading and projecting a record takes so long that its first view is kept. */
const long = 2_000

export const isLong = (entries: number): boolean => entries >= long

/**
 * The code and the targets that a view is made with; undefined where the code is not that of a build, and nothing is
 * kept then.
 */
const version = (): string | undefined => {
  const build = process.env.CROSSING_BUILD
  if (build === undefined) return undefined
  return createHash("sha256")
    .update(JSON.stringify([build, projector, allTargets()]))
    .digest("hex")
}

/** Keeps the first view of a whole record for its own target, so that the next process need not read it all first. */
export const keepFirstView = async (
  db: Db,
  { header, entries }: RecordLog,
  { title, own, skeleton }: Omit<FirstView, "record">,
): Promise<void> => {
  const made = version()
  if (made === undefined || !isLong(entries.length)) return
  const json = JSON.stringify({ title, own, skeleton })
  await saveSkeleton(db, header.id, { head: entries.length, version: made }, json)
}

/** The first view that was kept of a record, where it still holds; undefined otherwise. */
export const keptFirstView = async (db: Db, record: string): Promise<FirstView | undefined> => {
  const made = version()
  const kept = made === undefined ? undefined : await keptSkeleton(db, record, made)
  if (kept === undefined) return undefined
  const view = JSON.parse(kept.json) as Omit<FirstView, "record"> // as it was written above
  const title = kept.header.title === undefined ? view.title : titleOf({ header: kept.header, entries: [] })
  return { ...view, title, record: recordFacts(kept.header, view.skeleton.asOf) }
}
