import { traits } from "#lib/record/block.ts"
import type { Entry, Header, Message, Seq } from "#lib/record/entry.ts"
import { chain, type Fold } from "./fold.ts"
import type { Item } from "./item.ts"
import { view } from "./view.ts"

/**
 * Whether what stands before a message is what stood there when it was appended: `changed`, or `unproven` where no
 * header was stored. Messages that are not named stand as they stood.
 */
export type Bindings = ReadonlyMap<Seq, "changed" | "unproven">

/** A sequence of items as one pointer: equal sequences share a cell, so comparing prefixes is comparing cells. */
type Cell = { readonly next: Map<string, Cell> }

const key = (item: Item): string => {
  if (item.kind === "summary") return `summary ${item.entry.seq}`
  const ids = item.blocks
    .filter((block) => !block.plain)
    .flatMap((block) => [block.id, ...block.content.map((inner) => inner.id)])
  return `${item.entry.seq} ${ids.join(" ")}`
}

const behind = (cell: Cell, item: Item): Cell => {
  if (item.kind === "message" && item.entry.audience === "surface") return cell
  const name = key(item)
  const made = cell.next.get(name) ?? { next: new Map() }
  cell.next.set(name, made)
  return made
}

/** What of a header stands before the messages of a request, as text that is equal exactly when it is. */
const head = (header: Header | undefined): string | undefined =>
  header === undefined
    ? undefined
    : JSON.stringify([header.system ?? null, header.tools ?? null, header.principal ?? null])

/** Whether a message holds a block that is valid only where it was made. */
export const isBound = (message: Message): boolean =>
  message.blocks.some((block) => traits[block.kind].makerBound && "proof" in block)

const isControl = (entry: Entry): boolean =>
  entry.kind === "compaction" ||
  entry.kind === "replacement" ||
  entry.kind === "rewind" ||
  entry.kind === "undo"

type Stamp = { readonly cell: Cell; readonly head: string | undefined }

/** What stood before each bound message when it was appended. */
const stamps = (entries: readonly Entry[], fold: Fold, root: Cell): ReadonlyMap<Seq, Stamp> => {
  const found = new Map<Seq, Stamp>()
  let cell: Cell | undefined = root
  let header: Header | undefined
  for (const entry of entries) {
    if (entry.kind === "header") header = entry
    if (isControl(entry)) cell = undefined // whatever stood there may be another sequence now
    if (entry.kind !== "message") continue
    const before: readonly Item[] =
      cell === undefined ? view(chain(fold.states[entry.seq - 1]).map((node) => node.act)).items : []
    cell ??= before.reduce(behind, root)
    if (isBound(entry)) found.set(entry.seq, { cell, head: head(header) })
    cell = behind(cell, { kind: "message", entry, era: 0, blocks: [] })
  }
  return found
}

/** Bindings of the messages in force, worked out from the whole record. */
export const bindings = (
  entries: readonly Entry[],
  fold: Fold,
  items: readonly Item[],
): Map<Seq, "changed" | "unproven"> => {
  const none = items.every((item) => item.kind === "summary" || !isBound(item.entry))
  if (none) return new Map()
  const root: Cell = { next: new Map() }
  const then = stamps(entries, fold, root)
  const now = head(fold.header)
  const found = new Map<Seq, "changed" | "unproven">()
  let cell = root
  for (const item of items) {
    const stamp = item.kind === "message" ? then.get(item.entry.seq) : undefined
    if (stamp !== undefined) {
      const moved = stamp.cell !== cell || (stamp.head !== undefined && stamp.head !== now)
      if (moved) found.set(item.entry.seq, "changed")
      else if (stamp.head === undefined) found.set(item.entry.seq, "unproven")
    }
    cell = behind(cell, item)
  }
  return found
}
