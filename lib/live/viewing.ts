import { readDraft } from "#db/drafts.ts"
import { headOf, readLines, type StoredLine } from "#db/entries.ts"
import type { Database } from "#db/open.ts"
import type { Ear, Signal } from "#db/signals.ts"
import type { Position } from "#lib/view/position.ts"

export { type Position, parsePosition, printPosition } from "#lib/view/position.ts"

/** What a viewer gets, in order: entries as stored, and the deltas of a reply before it is an entry. */
export type Piece = { readonly position: Position } & (
  | { readonly kind: "entry"; readonly line: StoredLine }
  | { readonly kind: "delta"; readonly json: string }
)

const isBefore = (one: Position, other: Position): boolean =>
  one.seq < other.seq || (one.seq === other.seq && one.n < other.n)

/** Signals that wait for a viewer, and a way to wait for the next. */
const mailbox = (signal: AbortSignal) => {
  let waiting: Signal[] = []
  let wake = (): void => undefined
  signal.addEventListener("abort", () => wake(), { once: true })
  return {
    put: (heard: Signal): void => {
      waiting.push(heard)
      wake()
    },
    /** All that came; none where nothing came in so many milliseconds, or the viewer has left. */
    take: async (most: number): Promise<readonly Signal[]> => {
      if (waiting.length === 0 && !signal.aborted)
        await new Promise<void>((resolve) => {
          const late = setTimeout(resolve, most)
          wake = () => {
            clearTimeout(late)
            resolve()
          }
        })
      const all = waiting
      waiting = []
      return all
    },
  }
}

/** Milliseconds until the store is looked at without a signal, and where what is known to exist is not there yet. */
const patience = { usual: 15_000, late: 100 } as const

const page = 200

/** The entries behind a position, in order. */
async function* entriesBehind(db: Database, record: string, { seq }: Position): AsyncGenerator<Piece> {
  const head = (await headOf(db, record)) ?? seq
  for (let after = seq; after < head; ) {
    const lines = await readLines(db, record, { after, through: head, limit: page })
    if (lines.length === 0) return // it was deleted just now
    for (const line of lines) yield { kind: "entry", line, position: { seq: line.seq, n: 0 } }
    after += lines.length
  }
}

/** Deltas `from` … of the reply behind entry `seq`, those that were seen left out. */
const deltasBehind = (
  { seq, n: seen }: Position,
  from: number,
  deltas: readonly string[],
): readonly Piece[] =>
  deltas.flatMap((json, index): readonly Piece[] => {
    const n = from + index
    return n <= seen ? [] : [{ kind: "delta", json, position: { seq, n } }]
  })

/** All that the store holds behind a position: entries first, then what has arrived of the next one. */
async function* stored(db: Database, record: string, from: Position): AsyncGenerator<Piece> {
  let position = from
  for await (const piece of entriesBehind(db, record, from)) {
    position = piece.position
    yield piece
  }
  const { from: first, deltas } = await readDraft(db, { record, after: position.seq }, position.n)
  yield* deltasBehind(position, first, deltas)
}

/** The last position that a signal speaks of; undefined where it speaks of none. */
const announced = (signal: Signal): Position | undefined => {
  if (signal.kind === "head") return { seq: signal.head, n: 0 }
  if (signal.kind === "drafted") return { seq: signal.after, n: signal.n }
  return signal.kind === "deltas"
    ? { seq: signal.after, n: signal.from + signal.deltas.length - 1 }
    : undefined
}

/** The deltas that a signal brings itself, where they go on from a position; else the store has to be asked. */
const brought = (signal: Signal, position: Position): readonly Piece[] | undefined =>
  signal.kind === "deltas" && signal.after === position.seq && signal.from <= position.n + 1
    ? deltasBehind(position, signal.from, signal.deltas)
    : undefined

/** Whether a signal tells a viewer at a position of something new, as far as can be known. */
const isNews = (signal: Signal, position: Position): boolean => {
  const last = announced(signal)
  return last === undefined ? signal.kind === "missed" : isBefore(position, last)
}

type Viewed = { readonly record: string; readonly from: Position; readonly signal: AbortSignal }

/**
 * A record from a position on, and what comes to it, until `signal` is aborted: every entry and every delta once, in
 * order. Deltas of a reply that became an entry meanwhile are left out: the entry holds them. Undefined between pieces
 * means that nothing has come for a while. Ends where the record is deleted.
 */
export async function* viewing(
  db: Database,
  ear: Ear,
  { record, from, signal }: Viewed,
): AsyncGenerator<Piece | undefined> {
  const mail = mailbox(signal)
  const off = ear.on(record, mail.put) // before the store is read, so that nothing falls between
  const look: Signal = { kind: "missed", record }
  let position = from
  let known = from
  let signals: readonly Signal[] = [look]
  try {
    while (!signal.aborted) {
      for (const each of signals) {
        if (!isNews(each, position)) continue
        const last = announced(each)
        if (last !== undefined && isBefore(known, last)) known = last
        for await (const piece of brought(each, position) ?? stored(db, record, position)) {
          position = piece.position
          yield piece
        }
      }
      const isLate = isBefore(position, known) // deltas that were told, are stored soon and were not heard from the first on
      signals = await mail.take(isLate ? patience.late : patience.usual)
      if (signals.length > 0) continue
      if ((await headOf(db, record)) === undefined) return
      signals = [look]
      if (!isLate) yield undefined
    }
  } finally {
    off()
  }
}
