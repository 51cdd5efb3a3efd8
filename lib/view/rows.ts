import type { Entry } from "#lib/record/entry.ts"
import type { Crossing } from "#lib/wire/crossing.ts"
import { alignedOrder, byPiece, wireOrder } from "./aligned.ts"
import { namesOf } from "./names.ts"
import type { CrossingRow, Piece, Row } from "./row.ts"
import { slotsOf } from "./slots.ts"

type Input = {
  /** The record up to as-of. */
  readonly entries: readonly Entry[]
  readonly crossings: readonly Crossing[]
  /** The piece of each crossing, in the same order. */
  readonly pieces: readonly (Piece | undefined)[]
}

export type Rows = {
  /** Header pieces first, then the record's order; made pieces beside what they stand next to on the wire. */
  readonly aligned: readonly Row[]
  /** Numbers of crossing rows in the wire's order; a dropped one behind the row that it follows in the record. */
  readonly wire: readonly number[]
}

/** The rows of a screen: every crossing exactly once in either order, with its block and its piece. */
export const rows = (input: Input): Rows => {
  const slots = input.entries.flatMap(slotsOf)
  const slotById = new Map(slots.map((slot) => [slot.id, slot]))
  const named = namesOf(input.crossings, slotById)
  const all = named.map(
    (name, index): CrossingRow => ({
      is: "crossing",
      ...name,
      crossing: input.crossings[index] as Crossing, // the same index
      piece: input.pieces[index],
    }),
  )
  const wire = byPiece(all)
  const aligned = alignedOrder(input.entries, all, wire, slots)
  return { aligned, wire: wireOrder(aligned, wire) }
}
