import type { Entry } from "#lib/record/entry.ts"
import type { Crossing } from "#lib/wire/crossing.ts"
import { alignedOrder, wireOrder } from "./aligned.ts"
import { nameOf } from "./names.ts"
import { type CrossingRow, isOnWire, type Row } from "./row.ts"

type Input = {
  /** The record up to as-of. */
  readonly entries: readonly Entry[]
  readonly crossings: readonly Crossing[]
}

export type Rows = {
  /** Header pieces first, then the record's order; made pieces beside what they stand next to on the wire. */
  readonly aligned: readonly Row[]
  /** Numbers of crossing rows in the wire's order; a dropped one behind the row that it follows in the record. */
  readonly wire: readonly number[]
}

/** Numbers keys that return, so that each names one row. */
const unrepeated = (): ((key: string) => string) => {
  const times = new Map<string, number>()
  return (key) => {
    const before = times.get(key) ?? 0
    times.set(key, before + 1)
    return before === 0 ? key : `${key}~${before + 1}`
  }
}

/** A row for each crossing, in their order. */
export const rowsOf = (crossings: readonly Crossing[], entries: readonly Entry[]): readonly CrossingRow[] => {
  const once = unrepeated()
  return crossings.map((crossing, index): CrossingRow => {
    const { key, kind, role, seq, slot, nested } = nameOf(crossing, entries)
    return {
      is: "crossing",
      key: once(key),
      crossing,
      index,
      kind,
      role,
      seq,
      slot,
      nested,
    }
  })
}

/** The rows of a screen: every crossing exactly once in either order, with its block. */
export const rows = ({ entries, crossings }: Input): Rows => {
  const all = rowsOf(crossings, entries)
  const wire = all.filter(isOnWire)
  const aligned = alignedOrder(entries, all, wire)
  return { aligned, wire: wireOrder(aligned, wire) }
}
