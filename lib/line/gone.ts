import type { Entry, Seq } from "#lib/record/entry.ts"
import { chain, emptyFold, type Node, take } from "./fold.ts"

type Apart = { readonly left: readonly Seq[]; readonly came: readonly Seq[] }

/** What only one of two lines holds; they share what lies before the place where they part. */
const apart = (before: Node | undefined, after: Node | undefined): Apart => {
  const [left, came]: [Seq[], Seq[]] = [[], []]
  let [old, young] = [before, after]
  while (old !== young) {
    const [was, is] = [old?.entry.seq ?? 0, young?.entry.seq ?? 0]
    if (was > is) left.push(was)
    if (is > was) came.push(is)
    if (was >= is) old = old?.before
    if (is >= was) young = young?.before
  }
  return { left, came }
}

/**
 * For each entry that took part in the line and does so no more, the rewind or undo that let it go. What a summary covers
 * or a replacement stands for still takes part.
 */
export const goneBy = (entries: readonly Entry[]): ReadonlyMap<Seq, Seq> => {
  const by = new Map<Seq, Seq>()
  const fold = emptyFold()
  for (const entry of entries) take(fold, entry)
  const { states } = fold
  for (const { kind, seq } of entries) {
    if (kind !== "rewind" && kind !== "undo") continue
    const { left, came } = apart(states[seq - 1], states[seq])
    for (const each of left) by.set(each, seq)
    for (const each of came) by.delete(each)
  }
  for (const { kind, entry } of chain(states[entries.length]))
    if (kind === "undo") by.set(entry.of, entry.seq)
  return by
}
