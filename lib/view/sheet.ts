import type { Finding } from "#lib/lint/finding.ts"
import { findingsOf } from "#lib/lint/of-projection.ts"
import type { Projection } from "#lib/project.ts"
import type { RecordLog } from "#lib/record/record.ts"
import type { Crossing } from "#lib/wire/crossing.ts"
import { byteOffsets, type Spans, spans } from "#lib/wire/print.ts"
import { type Chunk, chunks } from "./chunks.ts"
import { byRow, type Placed, placed } from "./findings.ts"
import { type Fold, folds } from "./folds.ts"
import { type OutlineItem, outline } from "./outline.ts"
import { type Owners, ownersOf, pieceFinder, piecesOf } from "./pieces.ts"
import type { Piece, Row } from "./row.ts"
import { rows } from "./rows.ts"

/** The two orders of the same rows. */
export const orders = ["rows", "wire"] as const
export type Order = (typeof orders)[number]

/** A projection laid out for the screen, whole; windows of it are cut on demand. */
export type Sheet = {
  /** Cut after as-of. */
  readonly record: RecordLog
  readonly projection: Projection
  readonly crossings: readonly Crossing[]
  readonly spans: Spans
  readonly bytes: (offset: number) => number
  /** Numbered by their place in this list, whatever order they are shown in. */
  readonly rows: readonly Row[]
  /** Row numbers in each order. */
  readonly order: { readonly [Key in Order]: readonly number[] }
  readonly folds: { readonly [Key in Order]: readonly Fold[] }
  readonly outline: readonly OutlineItem[]
  readonly owners: () => Owners
  /** What the lint says of the wire, in its order; worked out when it is first asked for. */
  readonly findings: () => readonly Placed[]
  readonly findingsAt: (row: number) => readonly Finding[]
  /** The stretch of wire of a row, in wire order; undefined where it is dropped. */
  readonly chunk: (row: number) => Chunk | undefined
  /** The index of a row's crossing. */
  readonly indexOf: (row: number) => number
}

const once = <Value>(make: () => Value): (() => Value) => {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const summaryInForce = (all: readonly Row[]): number | undefined =>
  all.findLast((row) => row.is === "crossing" && row.kind === "summary" && row.piece !== undefined)?.seq

const chunksByRow = (
  all: readonly Row[],
  wire: readonly number[],
  text: string,
): ReadonlyMap<number, Chunk> => {
  const present = wire.flatMap((number): readonly (readonly [number, Piece])[] => {
    const row = all[number]
    return row?.is === "crossing" && row.piece !== undefined ? [[number, row.piece]] : []
  })
  const cut = chunks(
    text,
    present.map(([, piece]) => piece),
  )
  return new Map(
    present.flatMap(([number], index) => {
      const chunk = cut[index]
      return chunk === undefined ? [] : [[number, chunk] as const]
    }),
  )
}

/** Lays a projection out: `record` is the record that was projected, cut after the projection's as-of. */
export const sheet = (record: RecordLog, projection: Projection): Sheet => {
  const crossings = projection.crossings.all()
  const text = projection.wire.text()
  const table = spans(text)
  const find = pieceFinder(table)
  const pieces = piecesOf(crossings, find)
  const { aligned, wire } = rows({ entries: record.entries, crossings, pieces })
  const summary = summaryInForce(aligned)
  const alignedFolds = folds(aligned, record.entries, summary)
  const inWire = once(() => chunksByRow(aligned, wire, text))
  const findings = once(() => placed(findingsOf(projection), aligned))
  const grouped = once(() => byRow(findings()))
  const indices = once(() => new Map(crossings.map((crossing, index) => [crossing, index])))
  return {
    record,
    projection,
    crossings,
    spans: table,
    bytes: byteOffsets(text),
    rows: aligned,
    order: { rows: aligned.map((_, number) => number), wire },
    folds: {
      rows: alignedFolds,
      wire: folds(
        wire.flatMap((number) => aligned[number] ?? []),
        record.entries,
        summary,
      ),
    },
    outline: outline(aligned, alignedFolds),
    owners: once(() => ownersOf(crossings, table, find)),
    findings,
    findingsAt: (row) => grouped().get(row) ?? [],
    chunk: (row) => inWire().get(row),
    indexOf: (number) => {
      const row = aligned[number]
      return row?.is === "crossing" ? (indices().get(row.crossing) ?? -1) : -1
    },
  }
}
