import { chain, emptyFold, take } from "#lib/line/fold.ts"
import type { Draft } from "#lib/record/build.ts"
import type { Entry, Seq } from "#lib/record/entry.ts"
import { fine, refused } from "#lib/record/problem.ts"
import { type Planned, planOf } from "./plan.ts"

/** Seqs of the compactions, replacements and rewinds in force, in record order: what an undo can take back. */
export const undoable = (entries: readonly Entry[]): readonly Seq[] => {
  const fold = emptyFold()
  for (const entry of entries) take(fold, entry)
  const acts = chain(fold.states.at(-1))
  const undone = new Set(acts.flatMap((act) => (act.kind === "undo" ? [act.entry.of] : [])))
  return acts.flatMap(({ kind, entry }) =>
    kind === "message" || kind === "undo" || undone.has(entry.seq) ? [] : [entry.seq],
  )
}

/**
 * Takes acts back: one, or those of one act that stands in several entries, newest first. Problems `plan-entry-unknown`
 * {seq, head}; `undo-not-in-force` {seq, kind}: it is no compaction, replacement or rewind, or does not act any more.
 */
export const planUndo = (entries: readonly Entry[], { of }: { readonly of: readonly Seq[] }): Planned => {
  const acting = new Set(undoable(entries))
  for (const seq of of) {
    const entry = entries[seq - 1]
    if (entry === undefined) return refused("plan-entry-unknown", { seq, head: entries.length })
    if (!acting.has(seq)) return refused("undo-not-in-force", { seq, kind: entry.kind })
  }
  if (of.length === 0) return refused("plan-empty", { kind: "undo" })
  const drafts = of.toSorted((a, b) => b - a).map((seq): Draft => ({ kind: "undo", of: seq }))
  return fine(planOf(entries, { kind: "undo", drafts }))
}
