import { setTimeout as sleep } from "node:timers/promises"
import { type DeletionCounts, deleteRecord, dropInputs } from "#db/deletion.ts"
import type { Database } from "#db/open.ts"
import { tell } from "#db/signals.ts"
import type { Outcome } from "#lib/record/problem.ts"

/** Milliseconds between two looks at a turn that was told to stop, and after which it is given up on. */
const patience = { each: 100, most: 20_000 } as const

/**
 * Deletes a record for good. A turn that runs in it, here or in another process, is stopped first, and what waits to be
 * said is not said any more. `most`: milliseconds that such a turn may take to end. Returns what went. Problems:
 * `record-unknown` {record}, `record-busy` {record} where the turn does not end; what waited is gone then, too.
 */
export const stopAndDelete = async (
  db: Database,
  record: string,
  most: number = patience.most,
): Promise<Outcome<DeletionCounts>> => {
  for (let waited = 0; ; waited += patience.each) {
    const deleted = await deleteRecord(db, record)
    if (deleted.ok || deleted.problem.id !== "record-busy" || waited >= most) return deleted
    await dropInputs(db, record) // else they would begin the next turn
    await tell(db, { kind: "stop", record })
    await sleep(patience.each)
  }
}
