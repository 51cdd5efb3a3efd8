import type { BlockId } from "#lib/record/block.ts"
import type { Crossing } from "#lib/wire/crossing.ts"
import type { Broken, Law, Seen } from "./law.ts"
import { type Pair, pairsOf } from "./old-turns-stand-still.ts"
import { messageOf } from "./seen.ts"
import { itemOf } from "./touched.ts"

const id = "no-look-ahead"

const outcome = (crossing: Crossing, places: boolean): string =>
  JSON.stringify([crossing.how, crossing.reason, places ? crossing.at : null])

/** Whether a dropped block of the line may not fare otherwise later: nothing touched its message, and its response is over. */
const isSettled = (pair: Pair, block: BlockId): boolean => {
  const open = pair.short.rounds.open?.messages ?? []
  const item = itemOf(pair.short.line, block)
  return (
    !pair.short.line.reasons.has(block) &&
    pair.touched !== undefined &&
    !pair.touched.has(item) &&
    !open.some((seq) => item === `message:${seq}`)
  )
}

const compare = (pair: Pair, long: Seen): readonly Broken[] => {
  const found: Broken[] = []
  const { short, count, why } = pair
  for (const [block, [before]] of short.byBlock) {
    const [after] = long.byBlock.get(block) ?? []
    if (before === undefined || after === undefined) continue
    const index = messageOf(before)
    const stands =
      index === undefined
        ? before.how === "dropped" && why === "all" && isSettled(pair, block)
        : index < count
    if (!stands) continue
    const places = index !== undefined && index < count - 1
    if (outcome(before, places) !== outcome(after, places))
      found.push({
        law: id,
        at: block,
        says: `crossed as ${outcome(before, true)} after entry ${pair.through} and crosses as ${outcome(after, true)} after ${long.line.entries.length}`,
      })
  }
  return found
}

/** Law 4. */
export const noLookAhead: Law = {
  id,
  says: "How a block crosses depends on what stands before it and on its own round, not on what comes later.",
  check: (seen, subject) => pairsOf(seen, subject).flatMap((pair) => compare(pair, seen)),
}
