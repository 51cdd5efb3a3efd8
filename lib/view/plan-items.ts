import type { Seq } from "#lib/record/entry.ts"
import type { Fate, Run } from "./plan-fates.ts"

/** One line of the list of a plan's messages: a run's head, one of its messages, or how many are folded away. */
export type PlanItem =
  | { readonly is: "head"; readonly run: Run; readonly isOpen: boolean }
  | { readonly is: "row"; readonly fate: Fate; readonly seq: Seq }

/** Messages in a row that need a head of their own. */
const long = 4

/** Whether a run has a head, by which it is folded. */
export const isLong = ({ seqs }: Run): boolean => seqs.length >= long

/** A run is named by its first message, which is in no other. */
export const runId = ({ seqs }: Run): Seq => seqs[0] ?? 0

/** Runs that stay as they are begin folded: what is at stake is what does not. */
export const isOpenAtFirst = ({ is }: Run): boolean => is !== "kept"

/** The list of a plan's messages; `isOpen` says which runs are not folded. */
export const planItems = (runs: readonly Run[], isOpen: (run: Run) => boolean): readonly PlanItem[] =>
  runs.flatMap((run): readonly PlanItem[] => {
    const rows = run.seqs.map((seq): PlanItem => ({ is: "row", fate: run.is, seq }))
    if (!isLong(run)) return rows
    return isOpen(run) ? [{ is: "head", run, isOpen: true }, ...rows] : [{ is: "head", run, isOpen: false }]
  })
