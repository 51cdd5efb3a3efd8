import type { EntryOf, Seq } from "#lib/record/entry.ts"
import type { ChatBlock, Item, Said, Summary } from "./chat.ts"
import type { Shown } from "./shown.ts"

type ShownCall = Extract<Shown, { readonly kind: "tool-call" }>
type ShownResult = Extract<Shown, { readonly kind: "tool-result" }>

/** How far a call has come. */
export type CallState = "running" | "asked" | "denied" | "answered" | "failed" | "unfinished"

/** A call with what was decided about it and what it gave back. */
export type CallCard = {
  readonly is: "call"
  readonly id: string
  readonly call: ShownCall
  readonly state: CallState
  readonly permission?: Pick<EntryOf<"permission">, "action" | "by" | "risk">
  readonly result?: ShownResult
}

export type BlockCard = { readonly is: "block" } & ChatBlock

/** A piece of what somebody said. */
export type Piece = BlockCard | CallCard

/** What stands in a conversation, one below the other. */
export type Card =
  | (Omit<Said, "blocks"> & { readonly pieces: readonly Piece[] })
  | Summary
  | { readonly is: "try"; readonly seq: Seq; readonly entry: EntryOf<"attempt"> }
  /** A turn that did not simply end. */
  | { readonly is: "end"; readonly seq: Seq; readonly entry: EntryOf<"turn"> }

/** A call while its card is put together. */
type Open = {
  readonly id: string
  readonly seq: Seq
  readonly call: ShownCall
  permission?: EntryOf<"permission">
  result?: ShownResult
  isOver: boolean
}

type Held = { readonly block: ChatBlock; readonly result: ShownResult }

/** Which result belongs to which call, by identity. */
type Joined = { readonly calls: ReadonlyMap<string, Open>; readonly placed: ReadonlySet<string> }

const first = <Value>(list: Value[] | undefined): Value | undefined => list?.shift()

/**
 * Pairs calls and results by id, in order: a result belongs to the first open call of the newest message that has one with
 * its id. A result without such a call waits for it until its turn is over.
 */
const joined = (items: readonly Item[]): Joined => {
  const calls = new Map<string, Open>()
  const newest = new Map<string, Open>()
  const open = new Map<string, Open[]>()
  const waiting = new Map<string, Held[]>()
  const placed = new Set<string>()
  const give = (to: Open, { block, result }: Held): void => {
    to.result = result
    placed.add(block.id)
  }
  const takeCall = (seq: Seq, id: string, call: ShownCall): void => {
    const card: Open = { id, seq, call, isOver: false }
    calls.set(id, card)
    newest.set(call.callId, card)
    const held = first(waiting.get(call.callId))
    if (held !== undefined) return give(card, held)
    const others = (open.get(call.callId) ?? []).filter((other) => other.seq === seq)
    open.set(call.callId, [...others, card])
  }
  const takeResult = (block: ChatBlock, result: ShownResult): void => {
    const card = first(open.get(result.callId))
    if (card !== undefined) return give(card, { block, result })
    waiting.set(result.callId, [...(waiting.get(result.callId) ?? []), { block, result }])
  }
  const takeNote = (entry: Extract<Item, { readonly is: "note" }>["entry"]): void => {
    if (entry.kind === "permission") {
      const card = newest.get(entry.callId)
      if (card !== undefined) card.permission = entry
    }
    if (entry.kind !== "turn") return
    for (const card of calls.values()) card.isOver = true
    waiting.clear()
  }
  for (const item of items) {
    if (item.is === "note") takeNote(item.entry)
    if (item.is !== "said") continue
    if (item.speaker.kind === "human") waiting.clear()
    for (const block of item.blocks) {
      if (block.shown.kind === "tool-call") takeCall(item.seq, block.id, block.shown)
      if (block.shown.kind === "tool-result") takeResult(block, block.shown)
    }
  }
  return { calls, placed }
}

const stateOf = ({ permission, result, isOver }: Open, running: boolean): CallState => {
  if (permission?.action === "denied") return "denied"
  if (result !== undefined) return result.isError ? "failed" : "answered"
  if (isOver || !running) return "unfinished"
  return permission?.action === "asked" ? "asked" : "running"
}

const callCard = (open: Open, running: boolean): CallCard => {
  const { id, call, permission, result } = open
  return {
    is: "call",
    id,
    call,
    state: stateOf(open, running),
    ...(permission === undefined ? {} : { permission }),
    ...(result === undefined ? {} : { result }),
  }
}

const pieceOf = (block: ChatBlock, { calls, placed }: Joined, running: boolean): readonly Piece[] => {
  if (placed.has(block.id)) return []
  const open = calls.get(block.id)
  return [open === undefined ? { is: "block", ...block } : callCard(open, running)]
}

const isPlainEnd = ({ outcome }: EntryOf<"turn">): boolean => outcome === undefined || outcome === "done"

/** Items as cards: results stand with their calls, and what needs no words has none. `running`: whether a turn is. */
export const cardsOf = (items: readonly Item[], running: boolean): readonly Card[] => {
  const pairs = joined(items)
  return items.flatMap((item): readonly Card[] => {
    if (item.is === "summary") return [item]
    if (item.is === "said") {
      const { blocks, ...said } = item
      const pieces = blocks.flatMap((block) => pieceOf(block, pairs, running))
      return pieces.length === 0 && blocks.length > 0 ? [] : [{ ...said, pieces }]
    }
    const { seq, entry } = item
    if (entry.kind === "attempt") return [{ is: "try", seq, entry }]
    return entry.kind === "turn" && !isPlainEnd(entry) ? [{ is: "end", seq, entry }] : []
  })
}
