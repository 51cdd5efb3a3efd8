import type { Crossing, Place } from "#lib/wire/crossing.ts"
import { type Spans, unitOffset } from "#lib/wire/print.ts"
import type { Piece } from "./row.ts"

/** Finds pieces in order, so that many ranges within one long string cost one walk over it. */
export const pieceFinder = (spans: Spans): ((place: Place) => Piece | undefined) => {
  const known = new Map<string, number | undefined>()
  let last = { node: -1, units: 0, offset: 0 }
  const nodeOf = (pointer: string): number | undefined => {
    if (!known.has(pointer)) known.set(pointer, spans.node(pointer))
    return known.get(pointer)
  }
  const offsetIn = (node: number, units: number): number => {
    const start = spans.start(node)
    const from = last.node === node && last.units <= units ? last : { units: 0, offset: start + 1 }
    last = { node, units, offset: unitOffset(spans.text, start, units, from) }
    return last.offset
  }
  return (place) => {
    const node = nodeOf(place.pointer)
    if (node === undefined) return undefined
    const end = spans.end(node)
    const first =
      place.from === undefined || place.from === 0 ? spans.memberStart(node) : offsetIn(node, place.from)
    const behind = place.to === undefined ? end : offsetIn(node, place.to)
    return { node, start: first, end: behind >= end - 1 ? end : behind }
  }
}

export type Find = ReturnType<typeof pieceFinder>

/**
 * Whose a leaf of the wire is: the crossing with the longest pointer that is its own or an ancestor's. Ranges within one
 * string name several; they come in the order of their ranges.
 */
export type Owners = {
  readonly of: (node: number) => number | undefined
  readonly ranges: (
    node: number,
  ) => readonly { readonly crossing: number; readonly start: number; readonly end: number }[]
}

/** The owners of all that `spans` holds; crossings stand in the wire's order, so those behind its end are not looked at. */
export const ownersOf = (crossings: readonly Crossing[], spans: Spans, find: Find): Owners => {
  const claims = new Map<number, number>()
  const ranges = new Map<number, { crossing: number; start: number; end: number }[]>()
  const claim = (crossing: number, place: Place): boolean => {
    const piece = find(place)
    if (piece === undefined) return false
    if (place.from === undefined && place.to === undefined) claims.set(piece.node, crossing)
    else {
      const known = ranges.get(piece.node)
      const range = { crossing, start: piece.start, end: piece.end }
      if (known === undefined) ranges.set(piece.node, [range])
      else known.push(range)
    }
    return true
  }
  for (const [crossing, { at }] of crossings.entries()) {
    const found = at.map((place) => claim(crossing, place))
    if (at.length > 0 && !found.includes(true)) break
  }
  return {
    of: (node) => {
      for (let at = node; at >= 0; at = spans.parent(at)) {
        const owner = claims.get(at)
        if (owner !== undefined) return owner
      }
      return undefined
    },
    ranges: (node) => ranges.get(node) ?? [],
  }
}
