import type { Database } from "#db/open.ts"
import { closeShared, database } from "#db/shared.ts"
import type { Outcome } from "#lib/record/problem.ts"

/** Opens the store for one piece of work and closes it after, whatever became of it. Problems: those of opening. */
export const withStore = async <Value>(
  work: (db: Database) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> => {
  const opened = await database()
  if (!opened.ok) return opened
  try {
    return await work(opened.value)
  } finally {
    await closeShared()
  }
}
