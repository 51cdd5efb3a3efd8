import { undoable } from "#lib/plan/undo.ts"
import type { Entry, EntryOf, Seq } from "#lib/record/entry.ts"
import { entryLine } from "./entry-line.ts"
import { plural } from "./words.ts"

/** An act that still acts: the entries that it stands in, what it did, and when. */
export type ActInForce = {
  readonly seqs: readonly Seq[]
  readonly kind: "compaction" | "replacement" | "rewind"
  readonly words: string
  readonly at: string | null
}

type Acting = EntryOf<"compaction"> | EntryOf<"replacement"> | EntryOf<"rewind">

const isActing = (entry: Entry | undefined): entry is Acting =>
  entry?.kind === "compaction" || entry?.kind === "replacement" || entry?.kind === "rewind"

/** Replacements that were appended together are one act. */
const isOneAct = (last: Acting, next: Acting): boolean =>
  last.kind === "replacement" &&
  next.kind === "replacement" &&
  next.seq === last.seq + 1 &&
  next.reason === last.reason &&
  next.at === last.at &&
  last.at !== null

const wordsOf = (entries: readonly Acting[]): string => {
  const [first] = entries
  if (first === undefined) return ""
  return entries.length > 1 && first.kind === "replacement"
    ? `${plural(entries.length, "replacement")} · ${first.reason}`
    : entryLine(first)
}

const actOf = (entries: readonly [Acting, ...Acting[]]): ActInForce => ({
  seqs: entries.map(({ seq }) => seq),
  kind: entries[0].kind,
  words: wordsOf(entries),
  at: entries[0].at,
})

/** The compactions, rewinds and replacements that can be taken back, the newest first. */
export const actsInForce = (entries: readonly Entry[]): readonly ActInForce[] => {
  const groups: [Acting, ...Acting[]][] = []
  for (const seq of undoable(entries)) {
    const entry = entries[seq - 1]
    if (!isActing(entry)) continue
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (group !== undefined && last !== undefined && isOneAct(last, entry)) group.push(entry)
    else groups.push([entry])
  }
  return groups.map(actOf).toReversed()
}
