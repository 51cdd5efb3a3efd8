import type { Entry, Seq } from "#lib/record/entry.ts"
import type { Acts } from "./acts.ts"
import { causeWords } from "./let-go.ts"
import type { CrossingRow, Row } from "./row.ts"
import { moment, type OutReason, outReasons, plural } from "./words.ts"

/** A run of rows that one row stands for until it is opened: positions in an order, `to` exclusive. */
export type Fold = {
  readonly from: number
  readonly to: number
  readonly why: OutReason | "tools"
  /** The entries of the act that took the run out of the line, where an undo can take it back. */
  readonly undo?: readonly Seq[]
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

const label = (
  why: Fold["why"],
  by: Seq | undefined,
  run: readonly CrossingRow[],
  entries: readonly Entry[],
) => {
  if (why === "tools") return `${plural(run.length, "tool")} declared`
  const seqs = bySeq(run)
  const [first = 0] = seqs
  const when = between(entries[first - 1], entries[(seqs.at(-1) ?? 0) - 1])
  return `${plural(seqs.length, "entry", "entries")}${when}, ${causeWords(why, by, entries)}`
}

/** The runs of an order that fold, in order; they do not overlap. */
export const folds = (
  order: readonly Row[],
  entries: readonly Entry[],
  { by, inForce }: Pick<Acts, "by" | "inForce">,
): readonly Fold[] => {
  const found: Fold[] = []
  const byOf = (row: Row): Seq | undefined =>
    row.is === "crossing" && whyOf(row) !== "replaced" ? by(row) : undefined
  for (let from = 0; from < order.length; ) {
    const first = order[from] as Row // inside the array's bounds
    const why = whyOf(first)
    let to = from + 1
    if (why === undefined) {
      from = to
      continue
    }
    const cause = byOf(first)
    for (let at = to; at < order.length; at += 1) {
      const row = order[at] as Row // inside the array's bounds
      const same = whyOf(row)
      if (same === why && byOf(row) === cause) to = at + 1
      else if (same !== undefined || why === "tools" || !passes(row)) break
    }
    const run = order.slice(from, to).flatMap((row) => (row.is === "crossing" ? [row] : []))
    if (run.length > least) {
      const undo = cause === undefined ? undefined : inForce(cause)
      const words = label(why, cause, run, entries)
      found.push({ from, to, why, ...(undo === undefined ? {} : { undo }), label: words })
    }
    from = to
  }
  return found
}
