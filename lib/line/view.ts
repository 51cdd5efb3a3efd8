import { type Block, type BlockId, nested } from "#lib/record/block.ts"
import type { EntryOf, Message, Seq } from "#lib/record/entry.ts"
import type { Act } from "./fold.ts"
import type { Item, LineBlock, LineMessage } from "./item.ts"

/** What a chain of acts yields. */
export type View = {
  readonly items: readonly Item[]
  /** Messages that the acting compaction's summary stands for. */
  readonly cover: ReadonlySet<Seq>
  /** The compaction whose summary stands; only the newest in force acts. */
  readonly acting: Seq | undefined
  /** Acts of the chain that an undo of the chain took back. */
  readonly undone: ReadonlySet<Seq>
}

type Compaction = Extract<Act, { readonly kind: "compaction" }>
type Replacements = ReadonlyMap<BlockId, EntryOf<"replacement">>

const isCompaction = (act: Act): act is Compaction => act.kind === "compaction"

const replacementsIn = (acts: readonly Act[], undone: ReadonlySet<Seq>): Replacements => {
  const found = new Map<BlockId, EntryOf<"replacement">>()
  for (const act of acts)
    if (act.kind === "replacement" && !undone.has(act.entry.seq)) found.set(act.entry.of, act.entry)
  return found
}

const inForce = <Kind extends Block>(
  id: BlockId,
  block: Kind,
  plain: boolean,
  by: Replacements,
): LineBlock<Kind> => {
  const newer = by.get(id)
  if (newer !== undefined) return inForce(`${newer.seq}.0`, newer.with as Kind, false, by) // a record admits only a block of the same kind
  const content = nested(block).map((inner, index) => inForce(`${id}.${index}`, inner, true, by))
  return { id, block, content, plain: plain && content.every((inner) => inner.plain) }
}

const nothing: readonly never[] = []

/** A block that no replacement can have had a hand in. */
const untouched = <Kind extends Block>(id: BlockId, block: Kind): LineBlock<Kind> => {
  const inside = nested(block)
  const content =
    inside.length === 0 ? nothing : inside.map((inner, index) => untouched(`${id}.${index}`, inner))
  return { id, block, content, plain: true }
}

/** A message of the line, its blocks as the newest replacements in force have them. */
export const asItem = (entry: Message, era: number, by: Replacements): LineMessage => ({
  kind: "message",
  entry,
  era,
  blocks: entry.blocks.map((block, index) => {
    const id = `${entry.seq}.${index}`
    return by.size === 0 ? untouched(id, block) : inForce(id, block, true, by)
  }),
})

/** The messages in force: the newest compaction's summary stands once, in the place of the first message it covers. */
export const view = (acts: readonly Act[]): View => {
  const undone = new Set<Seq>()
  for (const act of acts) if (act.kind === "undo") undone.add(act.entry.of)
  const acting = acts.filter(isCompaction).findLast((act) => !undone.has(act.entry.seq))
  const by = replacementsIn(acts, undone)
  const cover: ReadonlySet<Seq> = acting?.cover ?? new Set()
  const first = acting && (acts.find((act) => act.kind === "message" && cover.has(act.entry.seq)) ?? acting)
  const items: Item[] = []
  for (const act of acts) {
    if (act === first && acting !== undefined) items.push({ kind: "summary", entry: acting.entry })
    else if (act.kind === "message" && !cover.has(act.entry.seq)) items.push(asItem(act.entry, act.era, by))
  }
  return { items, cover, acting: acting?.entry.seq, undone }
}
