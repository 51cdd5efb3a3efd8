import { goneBy } from "#lib/line/gone.ts"
import { undoable } from "#lib/plan/undo.ts"
import { type Entry, entryTraits, type Seq } from "#lib/record/entry.ts"
import { causeWords } from "./let-go.ts"
import { once } from "./once.ts"
import type { CrossingRow } from "./row.ts"

/** What acts on a record's line did to its rows and entries. */
export type Acts = {
  /** The entry that took a row's block out of the line; undefined where it is in it, or a target left it out. */
  readonly by: (row: CrossingRow) => Seq | undefined
  /** Whether an entry is an act that an undo can take back. */
  readonly isInForce: (seq: Seq) => boolean
  /** What became of an act that acts no more, in words; none where it acts. */
  readonly fate: (entry: Entry) => readonly string[]
  /** The act that an undo would take back at a row: its own, or `by`, which took its block out. */
  readonly undo: (row: CrossingRow, by: Seq | undefined) => Seq | undefined
}

/** The acts of a record; `summary`: the compaction whose summary stands. */
export const actsOf = (entries: readonly Entry[], summary: Seq | undefined): Acts => {
  const gone = once(() => goneBy(entries))
  const inForce = once(() => new Set(undoable(entries)))
  const replacing = once(
    () =>
      new Map(
        entries.flatMap((entry) =>
          entry.kind === "replacement" && inForce().has(entry.seq) ? [[entry.of, entry.seq] as const] : [],
        ),
      ),
  )
  const isInForce = (seq: Seq): boolean => inForce().has(seq)
  const by = ({ crossing, seq, key }: CrossingRow): Seq | undefined => {
    if (seq === undefined) return undefined
    if (crossing.reason === "compacted") return summary
    if (crossing.reason === "replaced") return replacing().get(key)
    return crossing.reason === "rewound" || crossing.reason === "undone" ? gone().get(seq) : undefined
  }
  return {
    by,
    isInForce,
    fate: ({ kind, seq }) => {
      const last = entryTraits[kind].control && kind !== "undo" ? gone().get(seq) : undefined
      return last === undefined
        ? []
        : [causeWords(entries[last - 1]?.kind === "undo" ? "undone" : "rewound", last, entries)]
    },
    undo: ({ slot }, cause) =>
      [...(slot === undefined || slot.entry.kind === "message" ? [] : [slot.entry.seq]), cause].find(
        (seq) => seq !== undefined && isInForce(seq),
      ),
  }
}
