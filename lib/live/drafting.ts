import { inTransaction } from "#db/connect.ts"
import { addToDraft, type DraftKey } from "#db/drafts.ts"
import type { Database } from "#db/open.ts"
import { tell } from "#db/signals.ts"

/** Milliseconds that deltas wait for more of them before viewers are told, and before they are stored. */
const pause = { told: 20, stored: 250 } as const

/**
 * A draft that is being written. Contract: `add` never waits; `settled` waits until all that was added is told and stored,
 * and throws what went wrong on the way.
 */
export type Drafting = {
  /** Adds deltas as JSON text. `isWhole`: a block has ended with them, so they are stored at once. */
  readonly add: (deltas: readonly string[], isWhole: boolean) => void
  readonly settled: () => Promise<void>
}

/** Deltas that wait, and the number of the first of them. */
type Waiting = { from: number; deltas: string[] }

const taken = (of: Waiting): Waiting => {
  const all = { from: of.from, deltas: of.deltas }
  of.from += of.deltas.length
  of.deltas = []
  return all
}

/**
 * Writes a draft: viewers hear of it within some 20 ms, and the store holds it within some 250 ms, of which they hear too,
 * since one of them may have come in between.
 */
export const drafting = (db: Database, key: DraftKey): Drafting => {
  const told: Waiting = { from: 1, deltas: [] }
  const stored: Waiting = { from: 1, deltas: [] }
  const timers: { tell?: NodeJS.Timeout; store?: NodeJS.Timeout } = {}
  let work: Promise<unknown> = Promise.resolve()
  const then = (next: () => Promise<void>): void => {
    work = work.then(next)
    work.catch(() => undefined) // thrown again by `settled`
  }
  const tellNow = (): void => {
    clearTimeout(timers.tell)
    delete timers.tell
    const { from, deltas } = taken(told)
    if (deltas.length > 0) then(() => tell(db, { kind: "deltas", ...key, from, deltas }))
  }
  const storeNow = (): void => {
    clearTimeout(timers.store)
    delete timers.store
    const piece = taken(stored)
    const n = piece.from + piece.deltas.length - 1
    if (piece.deltas.length > 0)
      then(() =>
        inTransaction(db, async (within) => {
          await addToDraft(within, key, piece)
          await tell(within, { kind: "drafted", ...key, n })
        }),
      )
  }
  return {
    add: (deltas, isWhole) => {
      told.deltas.push(...deltas)
      stored.deltas.push(...deltas)
      if (isWhole) storeNow()
      else timers.store ??= setTimeout(storeNow, pause.stored)
      timers.tell ??= setTimeout(tellNow, pause.told)
    },
    settled: async () => {
      tellNow()
      storeNow()
      await work
    },
  }
}
