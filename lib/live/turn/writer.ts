import { v7 } from "uuid"
import { type Db, inTransaction } from "#db/connect.ts"
import { readEntries } from "#db/entries.ts"
import type { Database } from "#db/open.ts"
import { appendSent } from "#db/sent.ts"
import { tell } from "#db/signals.ts"
import type { Draft } from "#lib/record/build.ts"
import type { Entry } from "#lib/record/entry.ts"
import { fine, type Outcome } from "#lib/record/problem.ts"
import { parseEntry, type StoredObject } from "#lib/record/record.ts"
import type { Dispatch } from "#lib/sent/share.ts"
import { type Wires, wiresOf } from "./wires.ts"

/** What goes with entries in their transaction. */
export type More = {
  readonly objects?: readonly StoredObject[]
  /** What else is written or taken away. */
  readonly also?: (db: Db) => Promise<unknown>
}

/**
 * A record as the one at work on it knows it. Contract: `entries` are all that the store had at the last act. Others may
 * append too: what they append is taken in first, and ours goes behind it, so nothing is lost.
 */
export type Writer = {
  readonly record: string
  readonly entries: readonly Entry[]
  /** What becomes of the entries on their way to a model, kept from request to request. */
  readonly wires: Wires
  /** Appends entries, numbered and dated now. Problems: those of `append` but `stale-head`. */
  readonly append: (drafts: readonly Draft[], more?: More) => Promise<Outcome<readonly Entry[]>>
  /** Appends a request, only where nobody has appended since it was made: `stale-head` otherwise. */
  readonly appendRequest: (dispatch: Dispatch) => Promise<Outcome<Entry>>
  /** Takes in what others have appended: those entries, in order. */
  readonly refresh: () => Promise<readonly Entry[]>
}

const everything = 2_147_483_647

/** Runs one act at a time, in the order in which they are asked for. */
const oneByOne = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <Value>(act: () => Promise<Value>): Promise<Value> => {
    const done = last.then(act, act)
    last = done.catch(() => undefined)
    return done
  }
}

/** An entry of ours: what is wrong with it is our own mistake. */
const made = (draft: Draft, seq: number): Entry => {
  const entry = parseEntry({ seq, id: v7(), at: new Date().toISOString(), ...draft })
  if (entry.ok) return entry.value
  throw new Error(`An entry is not as it must be: ${JSON.stringify(entry.problem)}`)
}

/** Opens a record for writing, with all its entries. */
export const openWriter = async (db: Database, record: string): Promise<Writer> => {
  const entries: Entry[] = []
  const refresh = async (): Promise<readonly Entry[]> => {
    const added = await readEntries(db, record, { after: entries.length, limit: everything })
    entries.push(...added)
    return added
  }
  const write = async (
    added: readonly Entry[],
    dispatches: readonly Dispatch[],
    { objects = [], also }: More,
  ): Promise<Outcome<true>> => {
    const written = await inTransaction(db, async (within) => {
      const done = await appendSent(
        within,
        { record, head: entries.length, entries: added, objects },
        dispatches,
      )
      if (done.ok) await also?.(within)
      return done
    })
    if (!written.ok) return written
    entries.push(...added)
    await tell(db, { kind: "head", record, head: entries.length })
    return fine(true)
  }
  const append: Writer["append"] = async (drafts, more = {}) => {
    for (;;) {
      const added = drafts.map((draft, index) => made(draft, entries.length + index + 1))
      const written = await write(added, [], more)
      if (written.ok) return fine(added)
      if (written.problem.id !== "stale-head") return written
      await refresh()
    }
  }
  const appendRequest: Writer["appendRequest"] = async (dispatch) => {
    const written = await write([dispatch.entry], [dispatch], {})
    return written.ok ? fine(dispatch.entry) : written
  }
  await refresh()
  const inOrder = oneByOne()
  return {
    record,
    entries,
    wires: wiresOf(db, record),
    refresh: () => inOrder(refresh),
    append: (drafts, more) => inOrder(() => append(drafts, more)),
    appendRequest: (dispatch) => inOrder(() => appendRequest(dispatch)),
  }
}
