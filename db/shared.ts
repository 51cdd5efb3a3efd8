import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { codeOf, isConnectionLoss } from "./loss.ts"
import { type Database, openDatabase } from "./open.ts"

/** `next dev` loads modules anew on every change; what is open stays with the process. */
const kept = globalThis as typeof globalThis & { crossingDatabase?: Promise<Outcome<Database>> } // our own key on the global object

/** The process's one store, opened when first asked for. A failed opening is tried again by the next caller. */
export const database = (): Promise<Outcome<Database>> => {
  if (kept.crossingDatabase === undefined) {
    const opening = openDatabase()
    kept.crossingDatabase = opening
    const forget = (): void => {
      if (kept.crossingDatabase === opening) delete kept.crossingDatabase
    }
    opening.then((opened) => {
      if (!opened.ok) forget()
    }, forget)
  }
  return kept.crossingDatabase
}

let recovering: Promise<Outcome<true>> | undefined

const recovered = (db: Database): Promise<Outcome<true>> => {
  recovering ??= db.recover().finally(() => {
    recovering = undefined
  })
  return recovering
}

/**
 * Runs queries on the process's store. Where the embedded server was lost it is started again and `work` runs once
 * more: it must be safe to repeat, as a transaction that never committed is. Problems: those of `openDatabase`, and
 * `database-unreachable`.
 */
export const withDatabase = async <Value>(
  work: (db: Database) => Promise<Value>,
): Promise<Outcome<Value>> => {
  const opened = await database()
  if (!opened.ok) return opened
  try {
    return fine(await work(opened.value))
  } catch (error) {
    if (!isConnectionLoss(error)) throw error
  }
  const back = await recovered(opened.value)
  if (!back.ok) return back
  try {
    return fine(await work(opened.value))
  } catch (error) {
    if (!isConnectionLoss(error)) throw error
    return refused("database-unreachable", { why: codeOf(error) })
  }
}

/** Closes the process's store, if it was ever opened; the next caller of `database` opens it anew. */
export const closeShared = async (): Promise<void> => {
  const opening = kept.crossingDatabase
  delete kept.crossingDatabase
  const opened = await opening?.catch(() => undefined)
  if (opened?.ok === true) await opened.value.close()
}
