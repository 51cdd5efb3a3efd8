import { headOf, readLog } from "#db/entries.ts"
import { loadObjects } from "#db/objects.ts"
import type { Database } from "#db/open.ts"
import { type Target, targetOf } from "#lib/dialect/targets.ts"
import { type Projection, project } from "#lib/project.ts"
import type { Seq } from "#lib/record/entry.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import type { RecordLog } from "#lib/record/record.ts"

/** How a stored record is to be projected; what is absent is as the record or the target has it. */
export type Ask = {
  readonly target: string
  readonly asOf?: Seq | undefined
  readonly model?: string | undefined
  readonly vision?: boolean | undefined
}

/** A projection with the record it is of, whole: entries behind `asOf` too. */
export type Projected = { readonly record: RecordLog; readonly projection: Projection }

/** Several windows and formats of one view are asked for in a row; each costs a projection only once. */
const keptMost = 6

const kept = globalThis as typeof globalThis & { crossingProjections?: Map<string, Projected> } // our own key on the global object

const cache = (): Map<string, Projected> => {
  kept.crossingProjections ??= new Map()
  return kept.crossingProjections
}

const remember = (key: string, projected: Projected): void => {
  const all = cache()
  all.set(key, projected)
  for (const oldest of all.keys()) {
    if (all.size <= keptMost) return
    all.delete(oldest)
  }
}

/** Nothing of a deleted record stays in memory. */
export const forgetProjections = (record: string): void => {
  for (const key of cache().keys()) if (key.startsWith(`${JSON.stringify(record)} `)) cache().delete(key)
}

const make = async (
  db: Database,
  record: string,
  head: Seq,
  target: Target,
  ask: Ask,
): Promise<Outcome<Projected>> => {
  const log = await readLog(db, record, { asOf: head })
  if (!log.ok) return log
  const { objects } = await loadObjects(db, record)
  const projection = project(log.value, target, {
    objects,
    ...(ask.asOf === undefined ? {} : { asOf: ask.asOf }),
    ...(ask.model === undefined ? {} : { model: ask.model }),
    ...(ask.vision === undefined ? {} : { vision: ask.vision }),
  })
  return fine({ record: log.value, projection })
}

/**
 * A stored record's projection, of its head now or as of an entry. Problems: `target-unknown` {target},
 * `record-unknown` {record}, `as-of-ahead` {asOf, head}.
 */
export const projected = async (db: Database, record: string, ask: Ask): Promise<Outcome<Projected>> => {
  const target = targetOf(ask.target)
  if (target === undefined) return refused("target-unknown", { target: ask.target })
  const head = await headOf(db, record)
  if (head === undefined) return refused("record-unknown", { record })
  const asOf = ask.asOf ?? head
  if (asOf > head) return refused("as-of-ahead", { asOf, head })
  const key = [record, head, target.id, asOf, ask.model, ask.vision]
    .map((part) => JSON.stringify(part) ?? "-")
    .join(" ")
  const found = cache().get(key)
  if (found !== undefined) {
    cache().delete(key)
    remember(key, found)
    return fine(found)
  }
  const made = await make(db, record, head, target, ask)
  if (made.ok) remember(key, made.value)
  return made
}
