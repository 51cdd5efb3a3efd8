import { goneBy } from "#lib/line/gone.ts"
import type { LineBlock, Item as LineItem } from "#lib/line/item.ts"
import { type Line, lineOf } from "#lib/line/line.ts"
import { undoable } from "#lib/plan/undo.ts"
import { type Entry, entryTraits, type Message, type Seq } from "#lib/record/entry.ts"
import { type Chat, letGo, noteOf, saidOf } from "./chat.ts"
import type { Instead, Item, LetGo, Note, Stretch } from "./chat-item.ts"
import { clip, opened } from "./clip.ts"
import type { Pending } from "./pending.ts"
import { spend, unspent } from "./spent.ts"

/** How much of a conversation a page opens with: its newest messages, until either is reached. */
const most = { items: 200, chars: 1_500_000 } as const

/** Messages that are out of force, in order, by what took them out: a summary that covers them, or a rewind or undo. */
type Outside = { readonly covered: readonly Message[]; readonly gone: readonly LetGo[] }

const outsideOf = (entries: readonly Entry[], line: Line): Outside => {
  const by = goneBy(entries)
  const acting = new Set(undoable(entries))
  const covered: Message[] = []
  const gone: LetGo[] = []
  let run: Message[] = []
  const close = (): void => {
    const act = entries[(by.get(run[0]?.seq ?? 0) ?? 0) - 1]
    if (act !== undefined) gone.push(...letGo(run, act, acting.has(act.seq)))
    run = []
  }
  for (const entry of entries) {
    if (entry.kind !== "message") continue
    const cause = by.get(entry.seq)
    if (cause !== by.get(run[0]?.seq ?? 0)) close()
    if (cause !== undefined) run.push(entry)
    else if (!line.has(entry.seq)) covered.push(entry)
  }
  close()
  return { covered, gone }
}

/** The messages that a summary stands for. */
const standsFor = (by: Seq, covered: readonly Message[]): Stretch | undefined => {
  const [first, last] = [covered[0], covered.at(-1)]
  return first === undefined || last === undefined
    ? undefined
    : { from: first.seq, to: last.seq, by, count: covered.length }
}

/** A block in force, with what it stands for where that is another one. */
const blockOf = ({ id, block }: LineBlock, own: string, entries: readonly Entry[]) => {
  const entry = id === own ? undefined : entries[Number.parseInt(id, 10) - 1]
  const instead: Instead | undefined =
    entry?.kind === "replacement" ? { of: own, by: entry.seq, why: entry.reason } : undefined
  return { id, block, ...(instead === undefined ? {} : { instead }) }
}

const itemOf = (item: LineItem, entries: readonly Entry[], covered: readonly Message[]): Item => {
  const { seq } = item.entry
  if (item.kind === "message")
    return saidOf(
      item.entry,
      item.blocks.map((block, index) => blockOf(block, `${seq}.${index}`, entries)),
    )
  const stands = standsFor(seq, covered)
  const shown = { kind: "text", text: clip(item.entry.summary, opened) } as const
  return { is: "summary", seq, shown, ...(stands === undefined ? {} : { stands }) }
}

/** Notes that no rewind behind them took back. */
const notesIn = (entries: readonly Entry[]): readonly Note[] => {
  const rewinds = entries.filter((entry) => entry.kind === "rewind")
  return entries.flatMap((entry) => {
    const note = noteOf(entry)
    const isBack = rewinds.some(({ seq, to }) => to < entry.seq && entry.seq < seq)
    return note === undefined || isBack ? [] : [note]
  })
}

/** Where an item stands: a summary where the first message stood that it stands for. */
const placeOf = (item: Item): Seq => (item.is === "summary" ? (item.stands?.from ?? item.seq) : item.seq)

/** What is told beside the items among them, each behind all that was said before it. */
const merged = (items: readonly Item[], beside: readonly (Note | LetGo)[]): readonly Item[] => {
  const all: Item[] = []
  let next = 0
  for (const item of items) {
    for (let each = beside[next]; each !== undefined && each.seq < placeOf(item); each = beside[next]) {
      all.push(each)
      next += 1
    }
    all.push(item)
  }
  return [...all, ...beside.slice(next)]
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
  const line = lineOf(entries)
  const { covered, gone } = outsideOf(entries, line)
  const beside = [...notesIn(entries), ...gone].sort((one, other) => one.seq - other.seq)
  const all = merged(
    line.items.map((item) => itemOf(item, entries, covered)),
    beside,
  )
  const items = newest(all)
  const hidden = all.slice(0, all.length - items.length)
  const turn = entries.findLast((entry) => entry.kind === "turn")
  return {
    position: { seq: entries.length, n: 0 },
    items,
    earlier: hidden.filter(({ is }) => is === "said" || is === "summary").length,
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
