import type { Finding } from "#lib/lint/finding.ts"
import { findingsOf } from "#lib/lint/of-projection.ts"
import type { Projection } from "#lib/project.ts"
import type { RecordLog } from "#lib/record/record.ts"
import type { Crossing } from "#lib/wire/crossing.ts"
import { type Acts, actsOf } from "./acts.ts"
import { type Chunk, chunks } from "./chunks.ts"
import { byRow, type Placed, placed } from "./findings.ts"
import { type Fold, folds } from "./folds.ts"
import { once } from "./once.ts"
import { type OutlineItem, outline } from "./outline.ts"
import { type Reading, type Readings, readingsOf } from "./reading.ts"
import { type CrossingRow, isOnWire, type Piece, type Row } from "./row.ts"
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
  /** Numbered by their place in this list, whatever order they are shown in. */
  readonly rows: readonly Row[]
  /** Row numbers in each order. */
  readonly order: { readonly [Key in Order]: readonly number[] }
  readonly folds: { readonly [Key in Order]: readonly Fold[] }
  readonly outline: readonly OutlineItem[]
  readonly readings: Readings
  /** What the lint says of the wire, in its order; worked out when it is first asked for. */
  readonly findings: () => readonly Placed[]
  readonly findingsAt: (row: number) => readonly Finding[]
  readonly acts: Acts
  /** The stretch of wire of a row, in wire order; undefined where it is dropped. */
  readonly chunk: (row: CrossingRow) => Chunk | undefined
}

const summaryInForce = (all: readonly Row[]): number | undefined =>
  all.findLast((row) => isOnWire(row) && row.kind === "summary")?.seq

/** The chunk of each crossing that stands on the wire, by its number. */
const chunksOf = (crossings: readonly Crossing[], { spans, piece }: Reading): ReadonlyMap<number, Chunk> => {
  const present = crossings.flatMap((crossing, index): readonly (readonly [number, Piece])[] => {
    const found = piece(crossing)
    return found === undefined ? [] : [[index, found]]
  })
  const cut = chunks(
    spans.text,
    present.map(([, found]) => found),
  )
  return new Map(
    present.flatMap(([index], place) => {
      const chunk = cut[place]
      return chunk === undefined ? [] : [[index, chunk] as const]
    }),
  )
}

/** Lays a projection out: `record` is the record that was projected, cut after the projection's as-of. */
export const sheet = (record: RecordLog, projection: Projection): Sheet => {
  const { entries } = record
  const crossings = projection.crossings.all()
  const { aligned, wire } = rows({ entries, crossings })
  const summary = summaryInForce(aligned)
  const acts = actsOf(entries, summary)
  const alignedFolds = folds(aligned, entries, acts)
  const inWire = wire.flatMap((number) => aligned[number] ?? [])
  const readings = readingsOf(projection.wire, crossings)
  const findings = once(() => placed(findingsOf(projection), aligned))
  const grouped = once(() => byRow(findings()))
  const cut = once(() => chunksOf(crossings, readings.whole()))
  return {
    record,
    projection,
    crossings,
    rows: aligned,
    order: { rows: aligned.map((_, number) => number), wire },
    folds: { rows: alignedFolds, wire: folds(inWire, entries, acts) },
    outline: outline(aligned, alignedFolds),
    readings,
    findings,
    findingsAt: (row) => grouped().get(row) ?? [],
    acts,
    chunk: ({ index }) => cut().get(index),
  }
}
