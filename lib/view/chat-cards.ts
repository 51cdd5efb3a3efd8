import type { EntryOf, Seq } from "#lib/record/entry.ts"
import type { Draft, DraftBlock } from "./chat.ts"
import type { ChatBlock, Instead, Item, LetGo, Note, Said, Summary } from "./chat-item.ts"
import { isWhole, opened } from "./clip.ts"
import { type Shown, shown } from "./shown.ts"

type ShownCall = Extract<Shown, { readonly kind: "tool-call" }>
type ShownResult = Extract<Shown, { readonly kind: "tool-result" }>

/** How far a call has come. */
export type CallState = "writing" | "running" | "asked" | "denied" | "answered" | "failed" | "unfinished"

/** A call with what was decided about it and what it gave back. */
export type CallCard = {
  readonly is: "call"
  readonly id: string
  readonly call: ShownCall
  readonly state: CallState
  readonly permission?: Pick<EntryOf<"permission">, "action" | "by" | "risk">
  readonly result?: ShownResult
  /** The result that came, where a replacement stands for it. */
  readonly instead?: Instead
}

export type BlockCard = { readonly is: "block" } & ChatBlock

/** A piece of what somebody said. */
export type Piece = BlockCard | CallCard

/** What stands in a conversation, one below the other. */
export type Card =
  /** `through`: the last entry of it, a result of its calls maybe. `isDraft`: it is still being written. */
  | (Omit<Said, "blocks"> & {
      readonly through: Seq
      readonly pieces: readonly Piece[]
      readonly isDraft?: true
    })
  | Summary
  | LetGo
  | { readonly is: "try"; readonly seq: Seq; readonly entry: EntryOf<"attempt"> }
  /** A turn that did not simply end. */
  | { readonly is: "end"; readonly seq: Seq; readonly entry: EntryOf<"turn"> }

/** A call while its card is put together. */
type Open = {
  readonly id: string
  readonly seq: Seq
  readonly call: ShownCall
  permission?: EntryOf<"permission">
  held?: Held
  isOver: boolean
}

/** A result, and the entry that it came with. */
type Held = { readonly seq: Seq; readonly block: ChatBlock; readonly result: ShownResult }

/** Which result belongs to which call, while items are read in order. */
type Joining = {
  /** Every call, by its block's id, and the newest of each call id. */
  readonly calls: Map<string, Open>
  readonly newest: Map<string, Open>
  /** By call id: calls of one message that have no result yet, and results that have no call yet. */
  readonly open: Map<string, readonly Open[]>
  readonly waiting: Map<string, readonly Held[]>
  /** Blocks of results that stand with their calls. */
  readonly placed: Set<string>
}

/** Takes the first of a list out of a map of lists. */
const shift = <Value>(lists: Map<string, readonly Value[]>, key: string): Value | undefined => {
  const [first, ...rest] = lists.get(key) ?? []
  lists.set(key, rest)
  return first
}

const give = ({ placed }: Joining, to: Open, held: Held): void => {
  to.held = held
  placed.add(held.block.id)
}

/** A call takes what waits for it; else it is open, and older calls with its id are no more. */
const takeCall = (joining: Joining, card: Open): void => {
  const { calls, newest, open, waiting } = joining
  const { callId } = card.call
  calls.set(card.id, card)
  newest.set(callId, card)
  const held = shift(waiting, callId)
  if (held !== undefined) give(joining, card, held)
  else open.set(callId, [...(open.get(callId) ?? []).filter(({ seq }) => seq === card.seq), card])
}

const takeResult = (joining: Joining, held: Held): void => {
  const { callId } = held.result
  const card = shift(joining.open, callId)
  if (card !== undefined) give(joining, card, held)
  else joining.waiting.set(callId, [...(joining.waiting.get(callId) ?? []), held])
}

const takeNote = ({ calls, newest, waiting }: Joining, { entry }: Note): void => {
  if (entry.kind === "permission") {
    const card = newest.get(entry.callId)
    if (card !== undefined) card.permission = entry
  }
  if (entry.kind !== "turn") return
  for (const card of calls.values()) card.isOver = true
  waiting.clear()
}

const takeSaid = (joining: Joining, { seq, speaker, blocks }: Said): void => {
  if (speaker.kind === "human") joining.waiting.clear()
  for (const block of blocks) {
    const { id, shown } = block
    if (shown.kind === "tool-call") takeCall(joining, { id, seq, call: shown, isOver: false })
    if (shown.kind === "tool-result") takeResult(joining, { seq, block, result: shown })
  }
}

/**
 * Pairs calls and results by id, in order: a result belongs to the first open call of the newest message that has one with
 * its id. A result without such a call waits for it until its turn is over.
 */
const joined = (items: readonly Item[]): Joining => {
  const joining: Joining = {
    calls: new Map(),
    newest: new Map(),
    open: new Map(),
    waiting: new Map(),
    placed: new Set(),
  }
  for (const item of items) {
    if (item.is === "note") takeNote(joining, item)
    if (item.is === "said") takeSaid(joining, item)
  }
  return joining
}

const stateOf = ({ permission, held, isOver }: Open, running: boolean): CallState => {
  if (permission?.action === "denied") return "denied"
  if (held !== undefined) return held.result.isError ? "failed" : "answered"
  if (isOver || !running) return "unfinished"
  return permission?.action === "asked" ? "asked" : "running"
}

const callCard = (open: Open, running: boolean): CallCard => {
  const { id, call, permission, held } = open
  const instead = held?.block.instead
  return {
    is: "call",
    id,
    call,
    state: stateOf(open, running),
    ...(permission === undefined ? {} : { permission }),
    ...(held === undefined ? {} : { result: held.result }),
    ...(instead === undefined ? {} : { instead }),
  }
}

const pieceOf = (block: ChatBlock, { calls, placed }: Joining, running: boolean): readonly Piece[] => {
  if (placed.has(block.id)) return []
  const open = calls.get(block.id)
  return [open === undefined ? { is: "block", ...block } : callCard(open, running)]
}

const isPlainEnd = ({ outcome }: EntryOf<"turn">): boolean => outcome === undefined || outcome === "done"

/** The last entry of a message and of the results of its calls. */
const throughOf = ({ seq, blocks }: Said, { calls }: Joining): Seq =>
  Math.max(seq, ...blocks.map(({ id }) => calls.get(id)?.held?.seq ?? 0))

const cardsOfItem = (item: Item, pairs: Joining, running: boolean): readonly Card[] => {
  if (item.is === "summary" || item.is === "let-go") return [item]
  if (item.is === "said") {
    const { blocks, ...said } = item
    const pieces = blocks.flatMap((block) => pieceOf(block, pairs, running))
    return pieces.length === 0 && blocks.length > 0
      ? []
      : [{ ...said, through: throughOf(item, pairs), pieces }]
  }
  const { seq, entry } = item
  if (entry.kind === "attempt") return [{ is: "try", seq, entry }]
  return entry.kind === "turn" && !isPlainEnd(entry) ? [{ is: "end", seq, entry }] : []
}

/** Whether a try failed by what its turn then ended with, which says it all. */
const isToldBy = (card: Card, next: Card | undefined): boolean =>
  card.is === "try" &&
  next?.is === "end" &&
  JSON.stringify(card.entry.error) === JSON.stringify(next.entry.error)

/** Items as cards: results stand with their calls, and what needs no words has none. `running`: whether a turn is. */
export const cardsOf = (items: readonly Item[], running: boolean): readonly Card[] => {
  const pairs = joined(items)
  const cards = items.flatMap((item) => cardsOfItem(item, pairs, running))
  return cards.filter((card, index) => !isToldBy(card, cards[index + 1]))
}

const draftPiece = (id: string, block: DraftBlock): Piece => {
  if (block.kind !== "tool-call")
    return { is: "block", id, shown: shown({ kind: block.kind, text: block.text }, opened) }
  const { callId, name, text } = block
  const call = shown({ kind: "tool-call", callId, name, arguments: text }, opened)
  return call.kind === "tool-call"
    ? { is: "call", id, call, state: "writing" }
    : { is: "block", id, shown: call }
}

/** The reply that is being written as the card that it will be: its number and its pieces' ids are those of its entry. */
export const draftCard = ({ after, blocks }: Draft): Card => ({
  is: "said",
  seq: after + 1,
  through: after + 1,
  speaker: { kind: "agent" },
  isDraft: true,
  pieces: blocks
    .toSorted((one, other) => one.index - other.index)
    .map((block) => draftPiece(`${after + 1}.${block.index}`, block)),
})

/** Whether a message can be taken up and said otherwise without losing any of it: whole words, and pictures that are stored. */
export const canBeEdited = (card: Card): boolean =>
  card.is === "said" &&
  card.speaker.kind === "human" &&
  card.pieces.every((piece) => {
    if (piece.is === "call") return false
    if (piece.shown.kind === "text") return isWhole(piece.shown.text)
    return piece.shown.kind === "image" && piece.shown.object !== undefined
  })
