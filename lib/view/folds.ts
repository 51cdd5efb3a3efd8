import type { Entry } from "#lib/record/entry.ts"
import type { CrossingRow, Row } from "./row.ts"
import { moment, type OutReason, outReasons, plural } from "./words.ts"

/** A run of rows that one row stands for until it is opened: positions in an order, `to` exclusive. */
export type Fold = {
  readonly from: number
  readonly to: number
  readonly why: OutReason | "tools"
  readonly label: string
}

const least = 3

const outOf = (row: CrossingRow): OutReason | undefined =>
  row.crossing.how === "dropped" ? outReasons.find((reason) => reason === row.crossing.reason) : undefined

const whyOf = (row: Row): Fold["why"] | undefined => {
  if (row.is === "entry") return undefined
  if (row.kind === "tool" && row.crossing.how !== "made") return "tools"
  return outOf(row)
}

/** Rows that may lie within a run without being of it: entries beside the conversation and whatever else was left out. */
const passes = (row: Row): boolean => row.is === "entry" || row.crossing.how === "dropped"

const between = (first: Entry | undefined, last: Entry | undefined): string => {
  const from = first?.at
  const to = last?.at
  if (from === undefined || from === null || to === undefined || to === null) return ""
  return from.slice(0, 16) === to.slice(0, 16) ? `, ${moment(from)}` : `, ${moment(from)} – ${moment(to)}`
}

const bySeq = (rows: readonly CrossingRow[]): readonly number[] =>
  [...new Set(rows.flatMap((row) => (row.seq === undefined ? [] : [row.seq])))].sort((a, b) => a - b)

/** The entry that took a run out of the line: the newest compaction in force, or the first rewind behind it that goes back beyond it. */
const cause = (
  why: OutReason,
  seqs: readonly number[],
  entries: readonly Entry[],
  summary: number | undefined,
): string => {
  const last = seqs.at(-1) ?? 0
  if (why === "compacted")
    return summary === undefined ? "covered by a summary" : `covered by the summary of entry ${summary}`
  if (why === "replaced") return "replaced by newer blocks"
  if (why === "undone") return "taken back by an undo"
  const rewind = entries.find((entry) => entry.kind === "rewind" && entry.seq > last && entry.to <= last)
  return rewind === undefined ? "rewound" : `rewound by entry ${rewind.seq}`
}

const label = (
  why: Fold["why"],
  run: readonly CrossingRow[],
  entries: readonly Entry[],
  summary: number | undefined,
): string => {
  if (why === "tools") return `${plural(run.length, "tool")} declared`
  const seqs = bySeq(run)
  const [first = 0] = seqs
  const when = between(entries[first - 1], entries[(seqs.at(-1) ?? 0) - 1])
  return `${plural(seqs.length, "entry", "entries")}${when}, ${cause(why, seqs, entries, summary)}`
}

/** The runs of an order that fold, in order; they do not overlap. `summary` is the entry of the summary in force. */
export const folds = (
  order: readonly Row[],
  entries: readonly Entry[],
  summary: number | undefined,
): readonly Fold[] => {
  const found: Fold[] = []
  for (let from = 0; from < order.length; ) {
    const why = whyOf(order[from] as Row) // inside the array's bounds
    let to = from + 1
    if (why === undefined) {
      from = to
      continue
    }
    for (let at = to; at < order.length; at += 1) {
      const row = order[at] as Row // inside the array's bounds
      const same = whyOf(row)
      if (same === why) to = at + 1
      else if (same !== undefined || why === "tools" || !passes(row)) break
    }
    const run = order.slice(from, to).flatMap((row) => (row.is === "crossing" ? [row] : []))
    if (run.length > least) found.push({ from, to, why, label: label(why, run, entries, summary) })
    from = to
  }
  return found
}
