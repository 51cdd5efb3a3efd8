import type { BlockId } from "#lib/record/block.ts"
import type { Seen } from "./law.ts"
import { parentOf, seqOf } from "./naive.ts"
import { blockAt } from "./naive-rounds.ts"

/** A carried block of the wire; `rank` grows along the line. */
export type Placed = { readonly block: BlockId; readonly rank: number; readonly offset: number }

/** The place of each block of the line, replaced ones at the place of what they replace. */
const ranks = ({ line }: Seen): ReadonlyMap<BlockId, number> =>
  new Map(line.items.flatMap((item) => item.content).map((block, index) => [block, index]))

const isResult = (seen: Seen, block: BlockId): boolean =>
  seen.record.entries[seqOf(block) - 1]?.kind !== "compaction" &&
  blockAt(seen.record.entries, block).kind === "tool-result"

/** Carried blocks that stand for themselves, in the order of the wire's text: results, or all others. */
export const places = (seen: Seen, group: "said" | "result"): readonly Placed[] => {
  const rank = ranks(seen)
  const found: Placed[] = []
  for (const [block, crossings] of seen.byBlock)
    for (const crossing of crossings) {
      const place = crossing.at[0]
      const node = place === undefined ? undefined : seen.tree.at(place.pointer)
      const at = rank.get(block)
      if (crossing.how !== "carried" || node === undefined || at === undefined) continue
      if (parentOf(seen.line.home(block)) !== undefined || isResult(seen, block) !== (group === "result"))
        continue
      found.push({ block, rank: at, offset: node.start + (place?.from ?? 0) })
    }
  return found.toSorted((a, b) => a.offset - b.offset)
}
