import { headOf, readLog } from "#db/entries.ts"
import { loadObjects } from "#db/objects.ts"
import type { Database } from "#db/open.ts"
import { targetNamed } from "#lib/live/targets.ts"
import { type Projection, project } from "#lib/project.ts"
import type { Seq } from "#lib/record/entry.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"

/** How a stored record is to be projected; what is absent is as the record or the target has it. */
export type Ask = {
  readonly target: string
  readonly asOf?: Seq | undefined
  readonly model?: string | undefined
  readonly vision?: boolean | undefined
}

/**
 * A stored record's projection, of its head now or as of an entry, made anew: what goes out as the exact bytes rests on
 * the record alone. Problems: `target-unknown` {target}, `record-unknown` {record}, `as-of-ahead` {asOf, head}.
 */
export const projected = async (db: Database, record: string, ask: Ask): Promise<Outcome<Projection>> => {
  const { asOf, model, vision } = ask
  const target = targetNamed(ask.target)
  if (!target.ok) return target
  const head = await headOf(db, record)
  if (head === undefined) return refused("record-unknown", { record })
  if (asOf !== undefined && asOf > head) return refused("as-of-ahead", { asOf, head })
  const log = await readLog(db, record, { asOf: asOf ?? head })
  if (!log.ok) return log
  const { objects } = await loadObjects(db, record)
  const chosen = { ...(model === undefined ? {} : { model }), ...(vision === undefined ? {} : { vision }) }
  return fine(project(log.value, target.value, { objects, ...chosen }))
}
