import type { Crossing } from "#lib/wire/crossing.ts"
import { byteOffsets, type Spans, spans } from "#lib/wire/print.ts"
import type { Wire } from "#lib/wire/rope.ts"
import { once } from "./once.ts"
import { type Owners, ownersOf, pieceFinder } from "./pieces.ts"
import type { Piece } from "./row.ts"

/** The wire's text laid open: its values, where the crossings stand in it, and whose each value is. */
export type Reading = {
  readonly spans: Spans
  /** The UTF-8 offset of a UTF-16 one. */
  readonly bytes: (offset: number) => number
  /** Where a crossing stands; undefined where it is dropped, or does not lie in what was read. */
  readonly piece: (crossing: Crossing) => Piece | undefined
  readonly owners: () => Owners
}

const readingOf = (
  text: string,
  crossings: readonly Crossing[],
  isRead: (node: number, spans: Spans) => boolean,
): Reading => {
  const table = spans(text)
  const find = pieceFinder(table)
  return {
    spans: table,
    bytes: byteOffsets(text),
    piece: ({ at: [own] }) => {
      const piece = own === undefined ? undefined : find(own)
      return piece !== undefined && isRead(piece.node, table) ? piece : undefined
    },
    owners: once(() => ownersOf(crossings, table, find)),
  }
}

/** A whole wire, read. */
export const readWhole = (text: string, crossings: readonly Crossing[]): Reading =>
  readingOf(text, crossings, () => true)

/**
 * The beginning of a wire, read. Contract: what it says of a piece is what the whole would say. In a text that breaks
 * off, a container without its end ends where it starts, and a string or a number at the break may go on behind it.
 */
export const readBeginning = (text: string, crossings: readonly Crossing[]): Reading =>
  readingOf(text, crossings, (node, { start, end }) => start(node) < end(node) && end(node) < text.length)

/** Bytes of a wire that are read for rows near its beginning; a wire no longer than that is read whole. */
const near = 1 << 18

/** A wire's readings, each made when it is first asked for. */
export type Readings = {
  readonly whole: () => Reading
  /** One that the given crossings stand in: the first rows of a long record need little of it. */
  readonly of: (crossings: readonly Crossing[]) => Reading
}

export const readingsOf = (wire: Wire, crossings: readonly Crossing[]): Readings => {
  const whole = once(() => readWhole(wire.text(), crossings))
  const beginning = once(() =>
    readBeginning(new TextDecoder().decode(wire.beginning(near), { stream: true }), crossings),
  )
  const isNear = (crossing: Crossing): boolean =>
    crossing.at.length === 0 || beginning().piece(crossing) !== undefined
  return { whole, of: (some) => (wire.length > near && some.every(isNear) ? beginning() : whole()) }
}
