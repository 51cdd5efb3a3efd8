import type { Entry, EntryOf, Header, Message, Seq } from "#lib/record/entry.ts"
import { unreachable } from "#lib/unreachable.ts"

/**
 * The line as a chain of acts, newest first. A rewind goes on from an older node, so a dropped branch stays reachable;
 * nothing is refolded. Seqs grow along a chain.
 */
export type Node = Act & { readonly before: Node | undefined }

export type Act =
  | {
      readonly kind: "message"
      readonly entry: Message
      readonly era: number
      /** The one in force when the message was appended. */
      readonly header: Header | undefined
    }
  | { readonly kind: "compaction"; readonly entry: EntryOf<"compaction">; readonly cover: ReadonlySet<Seq> }
  | { readonly kind: "replacement"; readonly entry: EntryOf<"replacement"> }
  | { readonly kind: "rewind"; readonly entry: EntryOf<"rewind">; readonly from: Node | undefined }
  | { readonly kind: "undo"; readonly entry: EntryOf<"undo"> }

/** What the fold knows after the entries so far. `states[seq]` is the line just after that entry; `states[0]` is empty. */
export type Fold = {
  readonly states: (Node | undefined)[]
  /** How many compactions, rewinds and acting undos came so far: a response never goes on across one. */
  era: number
  header: Header | undefined
}

export const emptyFold = (): Fold => ({ states: [undefined], era: 0, header: undefined })

/** The chain's nodes after `seq`, oldest first. */
const since = (node: Node | undefined, seq: Seq): readonly Node[] => {
  const found: Node[] = []
  for (let at = node; at !== undefined && at.entry.seq > seq; at = at.before) found.push(at)
  return found.reverse()
}

const find = (node: Node | undefined, seq: Seq): Node | undefined => {
  let at = node
  while (at !== undefined && at.entry.seq > seq) at = at.before
  return at !== undefined && at.entry.seq === seq ? at : undefined
}

/** The act `seq` of the chain if it stands there and no later undo of the chain took it back. */
const inForce = (node: Node | undefined, seq: Seq): Act | undefined => {
  const found = find(node, seq)
  if (found === undefined || found.kind === "undo" || found.kind === "message") return undefined
  const undone = since(node, seq).some((act) => act.kind === "undo" && act.entry.of === seq)
  return undone ? undefined : found
}

/** The chain's nodes, oldest first. */
export const chain = (node: Node | undefined): readonly Node[] => since(node, 0)

const coverOf = (node: Node | undefined, entry: EntryOf<"compaction">): ReadonlySet<Seq> => {
  const cover = new Set<Seq>()
  for (const act of chain(node)) {
    if (act.kind === "compaction" && inForce(node, act.entry.seq) !== undefined)
      for (const seq of act.cover) cover.add(seq)
    if (act.kind !== "message" || entry.covers === null) continue
    const [from = 0, to = 0] = entry.covers
    if (act.entry.seq >= from && act.entry.seq <= to) cover.add(act.entry.seq)
  }
  return cover
}

/**
 * The line after an undo. A compaction or replacement stays in the chain and is known undone by the undo behind it; a
 * rewind gives back the line before it, followed by what was appended since, undos among it acting again. Undefined
 * where what it names is not in force: then the undo does nothing, then and later.
 */
const undone = (node: Node | undefined, entry: EntryOf<"undo">): Node | undefined => {
  const act = inForce(node, entry.of)
  if (act === undefined) return undefined
  if (act.kind !== "rewind") return { before: node, kind: "undo", entry }
  const restored = since(node, entry.of).reduce<Node | undefined>(
    (line, later) =>
      later.kind === "undo" ? (undone(line, later.entry) ?? line) : { ...later, before: line },
    act.from,
  )
  return { before: restored, kind: "undo", entry }
}

/** The line after one more entry; entries outside the line leave it as it is. */
const next = (fold: Fold, entry: Entry): Node | undefined => {
  const node = fold.states[entry.seq - 1]
  switch (entry.kind) {
    case "message":
      return { before: node, kind: "message", entry, era: fold.era, header: fold.header }
    case "compaction":
      return { before: node, kind: "compaction", entry, cover: coverOf(node, entry) }
    case "replacement":
      return { before: node, kind: "replacement", entry }
    case "rewind": {
      const to = fold.states[entry.keep ? entry.to : entry.to - 1]
      return { before: to, kind: "rewind", entry, from: node }
    }
    case "undo":
      return undone(node, entry) ?? node
    case "header":
    case "turn":
    case "step":
    case "attempt":
    case "permission":
    case "sent":
    case "unread":
      return node
    default:
      return unreachable(entry)
  }
}

/** Takes the next entry in. Changes `fold`, which its owner keeps to itself. */
export const take = (fold: Fold, entry: Entry): Node | undefined => {
  const before = fold.states[entry.seq - 1]
  const after = next(fold, entry)
  fold.states[entry.seq] = after
  if (entry.kind === "header") fold.header = entry
  if (entry.kind === "compaction" || entry.kind === "rewind" || (entry.kind === "undo" && after !== before))
    fold.era++
  return after
}
