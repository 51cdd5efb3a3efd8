import { goneBy } from "#lib/line/gone.ts"
import type { Entry, Message, Seq } from "#lib/record/entry.ts"
import { noteOf, ownBlocks, saidOf } from "./chat.ts"
import type { Item, Stretch } from "./chat-item.ts"

/** How many messages of a stretch come at once. */
const most = 60

/** Messages of a stretch as they were said, with what was told beside them; `rest`: how many come behind these. */
export type StretchItems = { readonly items: readonly Item[]; readonly rest: number }

const messagesOf = (
  entries: readonly Entry[],
  { from, to, by }: Omit<Stretch, "count">,
): readonly Message[] => {
  const gone = goneBy(entries)
  const cause = entries[by - 1]?.kind === "compaction" ? undefined : by
  return entries
    .slice(from - 1, to)
    .filter((entry): entry is Message => entry.kind === "message" && gone.get(entry.seq) === cause)
}

/** The beginning of a stretch of a record as it stood after the act that let it go; from `from` on. */
export const stretchItems = (entries: readonly Entry[], stretch: Omit<Stretch, "count">): StretchItems => {
  const all = messagesOf(entries.slice(0, stretch.by), stretch)
  const first = all.slice(0, most)
  const end: Seq = all.length > most ? (first.at(-1)?.seq ?? 0) : stretch.to
  const said = new Map(first.map((entry) => [entry.seq, saidOf(entry, ownBlocks(entry))]))
  const items = entries.slice(stretch.from - 1, end).flatMap((entry): readonly Item[] => {
    const item = said.get(entry.seq) ?? noteOf(entry)
    return item === undefined ? [] : [item]
  })
  return { items, rest: all.length - first.length }
}
