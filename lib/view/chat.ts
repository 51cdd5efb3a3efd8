import type { BlockId } from "#lib/record/block.ts"
import type { Entry, EntryOf, Message, Seq } from "#lib/record/entry.ts"
import { unreachable } from "#lib/unreachable.ts"
import type { Instead, Item, LetGo, Note, Said } from "./chat-item.ts"
import { opened } from "./clip.ts"
import { actWords, stretchWords } from "./let-go.ts"
import { type Pending, stillPending } from "./pending.ts"
import type { Position } from "./position.ts"
import { shown } from "./shown.ts"
import { type Spent, spend } from "./spent.ts"

/** A conversation as its page follows it: what is stored and in force, and the reply that is being written. */

/** A block of the reply that is being written; `index`: its place in the finished reply. */
export type DraftBlock =
  | { readonly kind: "text" | "reasoning"; readonly index: number; readonly text: string }
  | {
      readonly kind: "tool-call"
      readonly index: number
      readonly callId: string
      readonly name: string
      readonly text: string
    }

/** The reply behind entry `after`, as far as it has come. */
export type Draft = { readonly after: Seq; readonly blocks: readonly DraftBlock[] }

export type Chat = {
  readonly position: Position
  /** What is in force, in the order in which it crosses. */
  readonly items: readonly Item[]
  /** How many messages in force stand before those in `items`. */
  readonly earlier: number
  /** The newest act of control that `items` already show. */
  readonly control: Seq
  readonly running: boolean
  readonly draft: Draft | undefined
  /** What was said and is not in the record yet. */
  readonly pending: readonly Pending[]
  readonly spent: Spent
  /** The record has to be read again: something was missed, or what is in force cannot be worked out from here. */
  readonly isStale: boolean
}

export type ChatDelta =
  | { readonly kind: "text" | "reasoning"; readonly index: number; readonly text: string }
  | { readonly kind: "call"; readonly index: number; readonly callId: string; readonly name: string }
  | { readonly kind: "arguments"; readonly index: number; readonly text: string }

/** What a stream tells, with the position behind it. */
export type ChatEvent = { readonly position: Position } & (
  | { readonly is: "entry"; readonly entry: Entry }
  | { readonly is: "delta"; readonly delta: ChatDelta }
)

/** A message as an item; `blocks` are those in force, with their ids. */
export const saidOf = (
  { seq, speaker, maker, stop }: Message,
  blocks: readonly {
    readonly id: BlockId
    readonly block: Message["blocks"][number]
    readonly instead?: Instead
  }[],
): Said => ({
  is: "said",
  seq,
  speaker,
  ...(maker === undefined ? {} : { model: maker.model }),
  ...(stop === undefined ? {} : { stop }),
  blocks: blocks.map(({ id, block, instead }) => ({
    id,
    shown: shown(block, opened),
    ...(instead === undefined ? {} : { instead }),
  })),
})

/** What an entry tells beside the messages; undefined where that is nothing. */
export const noteOf = (entry: Entry): Note | undefined => {
  const isTold =
    entry.kind === "permission" ||
    (entry.kind === "turn" && entry.phase === "end") ||
    (entry.kind === "attempt" && entry.error !== undefined)
  return isTold ? { is: "note", seq: entry.seq, entry } : undefined
}

/** A message's blocks as they were said. */
export const ownBlocks = (entry: Message) =>
  entry.blocks.map((block, index) => ({ id: `${entry.seq}.${index}`, block }))

const withItem = (chat: Chat, item: Item | undefined): Chat =>
  item === undefined ? chat : { ...chat, items: [...chat.items, item] }

const takeMessage = (chat: Chat, entry: Message): Chat => {
  const said = saidOf(entry, ownBlocks(entry))
  return {
    ...withItem(chat, said),
    draft: entry.role === "assistant" ? undefined : chat.draft,
    pending: stillPending(chat.pending, [said]),
    spent: spend(chat.spent, entry),
  }
}

/** What messages in a row are folded to, where the act `by` let them go; none where there are none. */
export const letGo = (
  said: readonly { readonly seq: Seq }[],
  by: Entry,
  canUndo: boolean,
): readonly LetGo[] => {
  const [first, last] = [said[0], said.at(-1)]
  if (first === undefined || last === undefined) return []
  const stretch = { from: first.seq, to: last.seq, by: by.seq, count: said.length }
  return [{ is: "let-go", seq: first.seq, stretch, words: stretchWords(said.length, actWords(by)), canUndo }]
}

/**
 * Back to what was in force just after an entry, where no act of control behind that entry took part in it; what is let go
 * is folded where it stood.
 */
const takeRewind = (chat: Chat, entry: EntryOf<"rewind">): Chat => {
  const { seq, to, keep } = entry
  const last = keep ? to : to - 1
  const first = chat.items[0]?.seq ?? seq
  const isHidden = chat.earlier > 0 && last < first
  if (last < chat.control || isHidden) return { ...chat, isStale: true }
  const behind = chat.items.filter((item) => item.is === "said" && item.seq > last)
  const items = [...chat.items.filter((item) => item.seq <= last), ...letGo(behind, entry, true)]
  return { ...chat, items, control: seq, draft: undefined }
}

const acted = (chat: Chat, entry: Entry): Chat => {
  switch (entry.kind) {
    case "message":
      return takeMessage(chat, entry)
    case "turn":
      return { ...withItem(chat, noteOf(entry)), running: entry.phase === "start", draft: undefined }
    case "step":
      return { ...chat, draft: undefined }
    case "permission":
    case "attempt":
      return withItem(chat, noteOf(entry))
    case "rewind":
      return takeRewind(chat, entry)
    case "compaction":
    case "replacement":
    case "undo":
      return { ...chat, isStale: true }
    case "header":
    case "sent":
    case "unread":
      return chat
    default:
      return unreachable(entry)
  }
}

const takeEntry = (chat: Chat, entry: Entry): Chat => {
  if (entry.seq <= chat.position.seq) return chat
  if (entry.seq > chat.position.seq + 1) return { ...chat, isStale: true }
  return acted({ ...chat, position: { seq: entry.seq, n: 0 } }, entry)
}

/** One more piece of a block, which begins with it where it is the first. */
const grown = (blocks: readonly DraftBlock[], delta: ChatDelta): readonly DraftBlock[] => {
  const at = blocks.findIndex(({ index }) => index === delta.index)
  const known = blocks[at]
  if (delta.kind === "call") {
    const { index, callId, name } = delta
    return [...blocks, { kind: "tool-call", index, callId, name, text: "" }]
  }
  if (known !== undefined) return blocks.with(at, { ...known, text: known.text + delta.text })
  if (delta.kind === "arguments") return blocks // of a call that was never told; the entry will hold both
  return [...blocks, { kind: delta.kind, index: delta.index, text: delta.text }]
}

const takeDelta = (chat: Chat, { seq, n }: Position, delta: ChatDelta): Chat => {
  const { position } = chat
  if (seq < position.seq || (seq === position.seq && n <= position.n)) return chat
  if (seq > position.seq) return { ...chat, isStale: true }
  const blocks = chat.draft?.after === seq ? chat.draft.blocks : []
  return { ...chat, position: { seq, n }, draft: { after: seq, blocks: grown(blocks, delta) } }
}

/**
 * A conversation after one more event of its stream. What was seen already changes nothing; behind a gap, or an act that
 * cannot be followed from here, it is stale and waits to be read again.
 */
export const take = (chat: Chat, event: ChatEvent): Chat => {
  if (chat.isStale) return chat
  return event.is === "entry" ? takeEntry(chat, event.entry) : takeDelta(chat, event.position, event.delta)
}

/** What somebody says here, from now until the record has it. */
export const waitFor = (chat: Chat, pending: Pending): Chat => ({
  ...chat,
  pending: [...chat.pending, pending],
})

/** What was refused waits no more. */
export const forget = (chat: Chat, key: string): Chat => ({
  ...chat,
  pending: chat.pending.filter((each) => each.key !== key),
})

/** A conversation that was read again in the place of one that was followed: what was said here still waits where it did not come. */
export const readAgain = (before: Chat, now: Chat): Chat => ({
  ...now,
  pending: stillPending(
    before.pending,
    now.items.filter(({ seq }) => seq > before.position.seq),
  ),
})
