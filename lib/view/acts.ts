import { goneBy } from "#lib/line/gone.ts"
import { type Entry, entryTraits, type Seq } from "#lib/record/entry.ts"
import { actsInForce } from "./acts-in-force.ts"
import { causeWords } from "./let-go.ts"
import { once } from "./once.ts"
import type { CrossingRow } from "./row.ts"

/** What acts on a record's line did to its rows and entries. */
export type Acts = {
  /** The entry that took a row's block out of the line; undefined where it is in it, or a target left it out. */
  readonly by: (row: CrossingRow) => Seq | undefined
  /** The entries of the act that an entry is of, where an undo can take it back: clearing results is one act in many. */
  readonly inForce: (seq: Seq) => readonly Seq[] | undefined
  /** What became of an act that acts no more, in words; none where it acts. */
  readonly fate: (entry: Entry) => readonly string[]
  /** The act that an undo would take back at a row: its own, or `by`, which took its block out. */
  readonly undo: (row: CrossingRow, by: Seq | undefined) => readonly Seq[] | undefined
}

/** The acts of a record; `summary`: the compaction whose summary stands. */
export const actsOf = (entries: readonly Entry[], summary: Seq | undefined): Acts => {
  const gone = once(() => goneBy(entries))
  const acting = once(
    () => new Map(actsInForce(entries).flatMap(({ seqs }) => seqs.map((seq) => [seq, seqs] as const))),
  )
  const replacing = once(
    () =>
      new Map(
        entries.flatMap((entry) =>
          entry.kind === "replacement" && acting().has(entry.seq) ? [[entry.of, entry.seq] as const] : [],
        ),
      ),
  )
  const inForce = (seq: Seq): readonly Seq[] | undefined => acting().get(seq)
  const by = ({ crossing, seq, key }: CrossingRow): Seq | undefined => {
    if (seq === undefined) return undefined
    if (crossing.reason === "compacted") return summary
    if (crossing.reason === "replaced") return replacing().get(key)
    return crossing.reason === "rewound" || crossing.reason === "undone" ? gone().get(seq) : undefined
  }
  return {
    by,
    inForce,
    fate: ({ kind, seq }) => {
      const last = entryTraits[kind].control && kind !== "undo" ? gone().get(seq) : undefined
      return last === undefined
        ? []
        : [causeWords(entries[last - 1]?.kind === "undo" ? "undone" : "rewound", last, entries)]
    },
    undo: ({ slot }, cause) => {
      const own = slot === undefined || slot.entry.kind === "message" ? undefined : inForce(slot.entry.seq)
      return own ?? (cause === undefined ? undefined : inForce(cause))
    },
  }
}
