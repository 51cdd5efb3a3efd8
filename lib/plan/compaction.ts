import type { Item } from "#lib/line/item.ts"
import { lineOf } from "#lib/line/line.ts"
import type { Entry, EntryOf, Seq } from "#lib/record/entry.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { roundsOf } from "#lib/rounds/rounds.ts"
import { cutBack } from "./boundary.ts"
import { type Moved, type Planned, planOf } from "./plan.ts"

/** How many of the newest messages stay as they are where nothing else is asked. */
export const defaultPreserve = 8

/** Where a compaction cuts. `covered` are the items of the line before it, an older summary among them. */
export type Cut = {
  readonly covers: readonly [Seq, Seq]
  readonly covered: readonly Item[]
  readonly moved?: Moved
}

const isSent = (item: Item): boolean => item.kind === "summary" || item.entry.audience !== "surface"

/** The item at which the newest `preserve` messages begin; those only shown are not counted. */
const tailAt = (items: readonly Item[], preserve: number): number => {
  let left = preserve
  let at = items.length
  while (at > 0 && left > 0) {
    at--
    const item = items[at]
    if (item !== undefined && isSent(item)) left--
  }
  return at
}

const messageSeqs = (items: readonly Item[]): readonly Seq[] =>
  items.flatMap((item) => (item.kind === "message" ? [item.entry.seq] : []))

/**
 * Where a compaction cuts that leaves the newest `preserve` messages of the line as they are: moved back so that no round
 * is split. Problem `plan-empty` {kind}: no message stands before the cut.
 */
export const cutFor = (entries: readonly Entry[], preserve: number): Outcome<Cut> => {
  const line = lineOf(entries)
  const { items } = line
  const places = new Map(items.map((item, index): [Seq, number] => [item.entry.seq, index]))
  const most = tailAt(items, preserve)
  const at = cutBack(roundsOf(entries, line), places, most)
  const covered = items.slice(0, at)
  const seqs = messageSeqs(covered)
  const [from, to] = [seqs[0], seqs.at(-1)]
  if (from === undefined || to === undefined) return refused("plan-empty", { kind: "compaction" })
  const asked = messageSeqs(items.slice(0, most)).at(-1)
  const moved =
    at === most || asked === undefined ? {} : { moved: { from: asked, to, why: "round" as const } }
  return fine({ covers: [from, to], covered, ...moved })
}

export type CompactionAs = {
  readonly summary: string
  readonly preserve?: number
  readonly by?: NonNullable<EntryOf<"compaction">["by"]>
  /** What the summariser was given, where one was asked. */
  readonly prompt?: { readonly chars: number; readonly truncated: boolean }
}

/**
 * A summary for all but the newest messages of the line. Problems `plan-empty` {kind}: no message stands before them;
 * `summary-blank`: a summary has to say something.
 */
export const planCompaction = (
  entries: readonly Entry[],
  { summary, preserve = defaultPreserve, by, prompt }: CompactionAs,
): Planned => {
  if (summary.trim() === "") return refused("summary-blank")
  const cut = cutFor(entries, preserve)
  if (!cut.ok) return cut
  const { covers, moved } = cut.value
  const draft = {
    kind: "compaction",
    summary,
    covers: [covers[0], covers[1]],
    preserveLast: preserve,
    ...(prompt === undefined ? {} : { promptChars: prompt.chars, truncated: prompt.truncated }),
    ...(by === undefined ? {} : { by }),
  } as const
  return fine(
    planOf(entries, { kind: "compaction", drafts: [draft], ...(moved === undefined ? {} : { moved }) }),
  )
}
