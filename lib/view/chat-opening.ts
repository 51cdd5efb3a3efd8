import type { Item as LineItem } from "#lib/line/item.ts"
import { lineOf } from "#lib/line/line.ts"
import { type Entry, entryTraits } from "#lib/record/entry.ts"
import { type Chat, type Item, type Note, noteOf, saidOf } from "./chat.ts"
import { clip, opened } from "./clip.ts"
import type { Pending } from "./pending.ts"
import { spend, unspent } from "./spent.ts"

/** How much of a conversation a page opens with: its newest messages, until either is reached. */
const most = { items: 200, chars: 1_500_000 } as const

const itemOf = (item: LineItem): Item =>
  item.kind === "summary"
    ? {
        is: "summary",
        seq: item.entry.seq,
        shown: { kind: "text", text: clip(item.entry.summary, opened) },
      }
    : saidOf(item.entry, item.blocks)

/** Notes that no rewind behind them took back. */
const notesIn = (entries: readonly Entry[]): readonly Note[] => {
  const rewinds = entries.filter((entry) => entry.kind === "rewind")
  return entries.flatMap((entry) => {
    const note = noteOf(entry)
    const isBack = rewinds.some(({ seq, to }) => to < entry.seq && entry.seq < seq)
    return note === undefined || isBack ? [] : [note]
  })
}

/** Notes among the items, each behind all that was said before it. */
const merged = (items: readonly Item[], notes: readonly Note[]): readonly Item[] => {
  const all: Item[] = []
  let next = 0
  for (const item of items) {
    for (let note = notes[next]; note !== undefined && note.seq < item.seq; note = notes[next]) {
      if (item.is === "summary") break // it stands before what it was written behind
      all.push(note)
      next += 1
    }
    all.push(item)
  }
  return [...all, ...notes.slice(next)]
}

/** Roughly what an item weighs when it is handed to a page, in characters. */
const weightOf = (item: Item): number => (item.is === "note" ? 200 : JSON.stringify(item).length)

const newest = (items: readonly Item[]): readonly Item[] => {
  let chars = 0
  let from = items.length
  while (from > 0 && items.length - from < most.items) {
    const item = items[from - 1]
    chars += item === undefined ? 0 : weightOf(item)
    if (chars > most.chars && from < items.length) break
    from -= 1
  }
  return items.slice(from)
}

/**
 * What a record's chat opens with: what is in force at its head, the newest of it where there is much. `pending`: what was
 * said and waits.
 */
export const chatOf = (entries: readonly Entry[], pending: readonly Pending[] = []): Chat => {
  const all = merged(lineOf(entries).items.map(itemOf), notesIn(entries))
  const items = newest(all)
  const hidden = all.slice(0, all.length - items.length)
  const turn = entries.findLast((entry) => entry.kind === "turn")
  return {
    position: { seq: entries.length, n: 0 },
    items,
    earlier: hidden.filter(({ is }) => is !== "note").length,
    control: entries.findLast(({ kind }) => entryTraits[kind].control)?.seq ?? 0,
    running: turn?.phase === "start",
    draft: undefined,
    pending,
    spent: entries.reduce(
      (spent, entry) => (entry.kind === "message" ? spend(spent, entry) : spent),
      unspent,
    ),
    isStale: false,
  }
}
