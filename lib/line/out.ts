import { type Block, type BlockId, nested } from "#lib/record/block.ts"
import type { Entry, EntryOf, Seq } from "#lib/record/entry.ts"
import type { Act } from "./fold.ts"
import type { View } from "./view.ts"

/** Why a block is not in the line; the first that applies, in this order. */
export type OutReason = "rewound" | "undone" | "compacted" | "replaced" | "surface-only"

export type Out = { readonly id: BlockId; readonly reason: OutReason }

const withNested = (id: BlockId, block: Block): readonly BlockId[] => [
  id,
  ...nested(block).map((_, index) => `${id}.${index}`),
]

/** Ids of the blocks that stand in the line's messages, those shown only on the surface apart. */
const standingIn = (
  seen: View,
): { readonly sent: ReadonlySet<BlockId>; readonly surface: ReadonlySet<BlockId> } => {
  const sent = new Set<BlockId>()
  const surface = new Set<BlockId>()
  for (const item of seen.items) {
    if (item.kind === "summary") continue
    const ids = item.entry.audience === "surface" ? surface : sent
    for (const block of item.blocks) for (const held of [block, ...block.content]) ids.add(held.id)
  }
  return { sent, surface }
}

/** Every block that is not in force, in record order. A replacement whose target is out takes its target's reason. */
export const outOf = (entries: readonly Entry[], acts: readonly Act[], seen: View): readonly Out[] => {
  const inChain = new Set<Seq>(acts.map((act) => act.entry.seq))
  const standing = standingIn(seen)
  const reasons = new Map<BlockId, OutReason>()

  const ownReason = (entry: EntryOf<"message" | "compaction" | "replacement">): OutReason | undefined => {
    if (!inChain.has(entry.seq)) return "rewound"
    if (seen.undone.has(entry.seq)) return "undone"
    const covered =
      entry.kind === "message"
        ? seen.cover.has(entry.seq)
        : entry.kind === "compaction" && seen.acting !== entry.seq
    return covered ? "compacted" : undefined
  }
  const settle = (ids: readonly BlockId[], own: OutReason | undefined, target: OutReason | undefined) => {
    for (const id of ids) {
      if (own === undefined && standing.sent.has(id)) continue
      reasons.set(id, own ?? (standing.surface.has(id) ? "surface-only" : (target ?? "replaced")))
    }
  }
  for (const entry of entries) {
    if (entry.kind === "message") {
      const own = ownReason(entry)
      for (const [index, block] of entry.blocks.entries())
        settle(withNested(`${entry.seq}.${index}`, block), own, undefined)
    } else if (entry.kind === "replacement") {
      settle(withNested(`${entry.seq}.0`, entry.with), ownReason(entry), reasons.get(entry.of))
    } else if (entry.kind === "compaction") {
      const own = ownReason(entry)
      if (own !== undefined) reasons.set(`${entry.seq}.0`, own)
    }
  }
  return [...reasons].map(([id, reason]) => ({ id, reason }))
}
