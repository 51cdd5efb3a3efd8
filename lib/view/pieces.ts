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

/** The pieces of all crossings, by their own (first) place; undefined where dropped. */
export const piecesOf = (crossings: readonly Crossing[], find: Find): readonly (Piece | undefined)[] => {
  return crossings.map(({ at: [own] }) => (own === undefined ? undefined : find(own)))
}

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

export const ownersOf = (crossings: readonly Crossing[], spans: Spans, find: Find): Owners => {
  const claims = new Map<number, number>()
  const ranges = new Map<number, { crossing: number; start: number; end: number }[]>()
  for (const [crossing, { at }] of crossings.entries()) {
    for (const place of at) {
      const piece = find(place)
      if (piece === undefined) continue
      if (place.from === undefined && place.to === undefined) claims.set(piece.node, crossing)
      else {
        const known = ranges.get(piece.node)
        const range = { crossing, start: piece.start, end: piece.end }
        if (known === undefined) ranges.set(piece.node, [range])
        else known.push(range)
      }
    }
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
