import type { Finding } from "#lib/lint/finding.ts"
import type { Entry } from "#lib/record/entry.ts"
import type { Crossing } from "#lib/wire/crossing.ts"
import { alignedOrder, byPiece, wireOrder } from "./aligned.ts"
import { type Named, namesOf } from "./names.ts"
import type { CrossingRow, Piece, Row } from "./row.ts"
import { slotsOf } from "./slots.ts"

type Input = {
  /** The record up to as-of. */
  readonly entries: readonly Entry[]
  readonly crossings: readonly Crossing[]
  /** The piece of each crossing, in the same order. */
  readonly pieces: readonly (Piece | undefined)[]
  readonly findings: readonly Finding[]
}

export type Rows = {
  /** Header pieces first, then the record's order; made pieces beside what they stand next to on the wire. */
  readonly aligned: readonly Row[]
  /** Numbers of crossing rows in the wire's order; a dropped one behind the row that it follows in the record. */
  readonly wire: readonly number[]
}

const none: ReadonlyMap<string, readonly Finding[]> = new Map()
const noFindings: readonly Finding[] = []

/** Whose row a pointer is of; where several share it, the first. */
const keysByPointer = (
  crossings: readonly Crossing[],
  named: readonly Named[],
): ReadonlyMap<string, string> => {
  const keys = new Map<string, string>()
  for (const [index, { at }] of crossings.entries()) {
    for (const { pointer } of at) if (!keys.has(pointer)) keys.set(pointer, named[index]?.key ?? "")
  }
  return keys
}

/** Which row a finding is about: by its block, else by the longest piece that holds its pointer; empty where none does. */
export const findingKeys = (
  crossings: readonly Crossing[],
  named: readonly Named[],
): ((finding: Finding) => string) => {
  const pointers = keysByPointer(crossings, named)
  return (finding) => {
    let at = finding.pointer
    while (at !== "" && !pointers.has(at)) at = at.slice(0, at.lastIndexOf("/"))
    return finding.block ?? pointers.get(at) ?? ""
  }
}

const findingsByKey = (
  findings: readonly Finding[],
  keyOf: (finding: Finding) => string,
): ReadonlyMap<string, readonly Finding[]> => {
  const found = new Map<string, Finding[]>()
  for (const finding of findings) {
    const key = keyOf(finding)
    found.set(key, [...(found.get(key) ?? []), finding])
  }
  return found
}

/** The rows of a screen: every crossing exactly once in either order, with its block, its piece and its findings. */
export const rows = (input: Input): Rows => {
  const slots = input.entries.flatMap(slotsOf)
  const slotById = new Map(slots.map((slot) => [slot.id, slot]))
  const named = namesOf(input.crossings, slotById)
  const findings =
    input.findings.length === 0 ? none : findingsByKey(input.findings, findingKeys(input.crossings, named))
  const all = named.map(
    (name, index): CrossingRow => ({
      is: "crossing",
      ...name,
      crossing: input.crossings[index] as Crossing, // the same index
      piece: input.pieces[index],
      findings: findings.get(name.key) ?? noFindings,
    }),
  )
  const wire = byPiece(all)
  const aligned = alignedOrder(input.entries, all, wire, slots)
  return { aligned, wire: wireOrder(aligned, wire) }
}
