import type { BlockId } from "#lib/record/block.ts"
import type { Crossing } from "#lib/wire/crossing.ts"
import { textUnlike, unlike } from "./carried.ts"
import type { Broken, Law, Seen } from "./law.ts"
import { idsOf, parentOf, seqOf } from "./naive.ts"
import { blockAt } from "./naive-rounds.ts"
import { places } from "./order.ts"
import { untrue } from "./true-reasons.ts"

const id = "no-block-lost"
const broken = (at: string, says: string): Broken => ({ law: id, at, says })

/** Whether a block stands inside one that the wire has in its provider's own JSON, and so has no crossing of its own. */
const inNative = ({ byBlock }: Seen, block: BlockId): boolean => {
  const parent = parentOf(block)
  return (
    parent !== undefined &&
    (byBlock.get(parent) ?? []).some(
      (crossing) => crossing.facts?.native !== undefined && crossing.how !== "dropped",
    )
  )
}

/** A crossing says what it must: a reason unless carried, a source unless made, a place unless dropped. */
const wellFormed = (crossing: Crossing): string | undefined => {
  if (crossing.reason === undefined && crossing.how !== "carried") return `${crossing.how} without a reason`
  if (crossing.reason !== undefined && crossing.how === "carried") return "carried with a reason"
  if (crossing.from === undefined && crossing.how !== "made") return `${crossing.how} without a source`
  if ((crossing.at.length === 0) !== (crossing.how === "dropped"))
    return `${crossing.how} at ${crossing.at.length} places`
  return undefined
}

const counted = (seen: Seen, ids: readonly BlockId[]): readonly Broken[] =>
  ids.flatMap((block) => {
    const count = seen.byBlock.get(block)?.length ?? 0
    if (count === (inNative(seen, block) ? 0 : 1)) return []
    return [broken(block, `has ${count} crossings`)]
  })

const isSummary = ({ record }: Seen, block: BlockId): boolean =>
  record.entries[seqOf(block) - 1]?.kind === "compaction"

const equal = (seen: Seen, block: BlockId, crossing: Crossing): string | undefined => {
  const place = crossing.at[0]
  const entry = seen.record.entries[seqOf(block) - 1]
  if (entry?.kind !== "compaction") return unlike(seen, blockAt(seen.record.entries, block), crossing)
  const node = place === undefined ? undefined : seen.tree.at(place.pointer)
  return place === undefined || node === undefined
    ? "it has no place in the wire"
    : textUnlike(entry.summary, node, place)
}

/** The naive fold says which blocks are out of the line, and why; the crossings must say the same. */
const outAsFolded = (seen: Seen, block: BlockId, crossing: Crossing): readonly Broken[] => {
  const expected = seen.line.reasons.get(block)
  const outOfLine = ["rewound", "undone", "compacted", "replaced", "surface-only"]
  const says =
    crossing.how === "dropped" && crossing.reason !== undefined && outOfLine.includes(crossing.reason)
      ? crossing.reason
      : undefined
  return says === expected
    ? []
    : [
        broken(
          block,
          `is ${says ?? `${crossing.how} in the line`}, and folded by hand ${expected ?? "in the line"}`,
        ),
      ]
}

/** Carried blocks stand in record order: those that are no results among each other, and results among each other. */
const inOrder = (seen: Seen): readonly Broken[] =>
  (["said", "result"] as const).flatMap((group) => {
    const list = places(seen, group)
    return list.flatMap((one, index) => {
      const next = list[index + 1]
      return next === undefined || next.rank >= one.rank
        ? []
        : [broken(next.block, `is carried behind ${one.block}, which the record has after it`)]
    })
  })

/** A result whose response had ended when it came does not stand where it was stored. */
const lateMoved = (seen: Seen): readonly Broken[] =>
  seen.rounds.results.flatMap((result) =>
    result.late && (seen.byBlock.get(result.block) ?? []).some((crossing) => crossing.how === "carried")
      ? [broken(result.block, "is carried, and its response had ended when it came")]
      : [],
  )

/** Law 1. */
export const noBlockLost: Law = {
  id,
  says: "Each block has exactly one crossing; carried means equal and in its own order.",
  check: (seen) => {
    const ids = seen.line.entries.flatMap(idsOf)
    const known = new Set(ids)
    const found: Broken[] = [...counted(seen, ids), ...inOrder(seen), ...lateMoved(seen)]
    for (const crossing of seen.crossings) {
      const fault = wellFormed(crossing)
      if (fault !== undefined)
        found.push(broken(crossing.at[0]?.pointer ?? JSON.stringify(crossing.from), fault))
    }
    for (const [block, crossings] of seen.byBlock) {
      if (!known.has(block)) found.push(broken(block, "has a crossing, and the record has no such block"))
      else
        for (const crossing of crossings) {
          const differs = crossing.how === "carried" ? equal(seen, block, crossing) : undefined
          if (differs !== undefined)
            found.push(
              broken(block, `is carried${isSummary(seen, block) ? " (a summary)" : ""}, and ${differs}`),
            )
          const untold = untrue(seen, block, crossing)
          if (untold !== undefined)
            found.push(broken(block, `${crossing.how} as ${crossing.reason ?? "it stands"}, and ${untold}`))
          found.push(...outAsFolded(seen, block, crossing))
        }
    }
    return found
  },
}
