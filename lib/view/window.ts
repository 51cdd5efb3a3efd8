import type { Seq } from "#lib/record/entry.ts"
import type { Facts, How } from "#lib/wire/crossing.ts"
import type { Reason } from "#lib/wire/reason.ts"
import { closed, type Limits } from "./clip.ts"
import { type Crossed, crossed } from "./crossed.ts"
import { entryLine } from "./entry-line.ts"
import { headerPiece } from "./header-piece.ts"
import { wordOf } from "./names.ts"
import { type Printed, printed } from "./printed.ts"
import type { Reading } from "./reading.ts"
import type { CrossingRow, EntryRow } from "./row.ts"
import type { Order, Sheet } from "./sheet.ts"
import { type Shown, shown } from "./shown.ts"

/** Everything that a row shows, within limits. */
export type RowView = CrossingView | EntryView

export type CrossingView = {
  readonly is: "crossing"
  readonly number: number
  readonly key: string
  readonly how: How
  readonly reason?: Reason
  readonly facts?: Facts
  /** The entry that took its block out of the line. */
  readonly by?: Seq
  /** The entries of the act that an undo would take back here: its own, or the one that took its block out. */
  readonly undo?: readonly Seq[]
  readonly word: string
  readonly seq?: Seq
  readonly at?: string
  readonly surface: boolean
  readonly derived: boolean
  /** The stored side; absent where nothing is stored. */
  readonly shown?: Shown
  readonly header?: Crossed
  /** The crossed side; absent where it is dropped. */
  readonly place?: {
    readonly pointer: string
    readonly bytes: readonly [number, number]
    readonly from?: number
    readonly to?: number
  }
  readonly crossed?: Crossed
  readonly printed?: Printed
}

export type EntryView = {
  readonly is: "entry"
  readonly number: number
  readonly key: string
  readonly seq: Seq
  readonly lines: readonly {
    readonly seq: Seq
    readonly at?: string
    readonly kind: string
    readonly text: string
    /** The entries of the act that an undo would take back here. */
    readonly undo?: readonly Seq[]
  }[]
}

/** How windows are wanted; `columns` is how wide printed lines are. */
export type Wanted = { readonly order: Order; readonly columns: number; readonly limits?: Limits }

const entryView = ({ acts }: Sheet, row: EntryRow, number: number): EntryView => ({
  is: "entry",
  number,
  key: row.key,
  seq: row.seq,
  lines: row.entries.slice(0, 40).map((entry) => {
    const undo = acts.inForce(entry.seq)
    return {
      seq: entry.seq,
      ...(entry.at === null ? {} : { at: entry.at }),
      kind: entry.kind,
      text: [entryLine(entry), ...acts.fate(entry)].join(" · "),
      ...(undo === undefined ? {} : { undo }),
    }
  }),
})

const storedSide = (
  sheet: Sheet,
  row: CrossingRow,
  limits: Limits,
): Pick<CrossingView, "shown" | "header"> => {
  const { from } = row.crossing
  if (from === undefined) return {}
  if ("header" in from) {
    const entry = sheet.record.entries[from.header - 1]
    return entry?.kind === "header" ? { header: headerPiece(entry, from.path, limits) } : {}
  }
  if (row.slot === undefined) return {}
  const apart = row.slot.block.kind === "tool-result" && !("native" in (row.crossing.facts ?? {}))
  return { shown: shown(row.slot.block, limits, apart) }
}

const crossedSide = (
  sheet: Sheet,
  row: CrossingRow,
  { spans, bytes, piece: find, owners }: Reading,
  wanted: Wanted,
): Pick<CrossingView, "place" | "crossed" | "printed"> => {
  const piece = find(row.crossing)
  const [own] = row.crossing.at
  if (piece === undefined || own === undefined) return {}
  const limits = wanted.limits ?? closed
  const place = { ...own, bytes: [bytes(piece.start), bytes(piece.end)] as const }
  if (wanted.order === "rows") return { place, crossed: crossed(row, piece, spans, owners(), limits) }
  const chunk = sheet.chunk(row)
  return chunk === undefined
    ? { place }
    : { place, printed: printed(spans, owners(), row.index, chunk, wanted.columns, limits) }
}

const crossingView = (
  sheet: Sheet,
  row: CrossingRow,
  number: number,
  reading: Reading,
  wanted: Wanted,
): CrossingView => {
  const { how, reason, facts } = row.crossing
  const by = how === "dropped" ? sheet.acts.by(row) : undefined
  const undo = sheet.acts.undo(row, by)
  const entry = row.seq === undefined ? undefined : sheet.record.entries[row.seq - 1]
  return {
    is: "crossing",
    number,
    key: row.key,
    how,
    ...(reason === undefined ? {} : { reason }),
    ...(facts === undefined ? {} : { facts }),
    ...(by === undefined ? {} : { by }),
    ...(undo === undefined ? {} : { undo }),
    word: wordOf(row),
    ...(row.seq === undefined ? {} : { seq: row.seq }),
    ...(entry?.at === undefined || entry.at === null ? {} : { at: entry.at }),
    surface: entry?.kind === "message" && entry.audience === "surface",
    derived: entry?.kind === "message" && entry.derived === true,
    ...storedSide(sheet, row, wanted.limits ?? closed),
    ...crossedSide(sheet, row, reading, wanted),
  }
}

/** What is read for some rows: printed lines may begin and end anywhere, so their order needs all of the wire. */
const readingFor = ({ rows, readings }: Sheet, numbers: readonly number[], order: Order): Reading => {
  if (order === "wire") return readings.whole()
  return readings.of(
    numbers.flatMap((number) => {
      const row = rows[number]
      return row?.is === "crossing" ? [row.crossing] : []
    }),
  )
}

const viewsOf = (sheet: Sheet, numbers: readonly number[], wanted: Wanted): readonly RowView[] => {
  const reading = readingFor(sheet, numbers, wanted.order)
  return numbers.flatMap((number): readonly RowView[] => {
    const row = sheet.rows[number]
    if (row === undefined) return []
    return [
      row.is === "entry" ? entryView(sheet, row, number) : crossingView(sheet, row, number, reading, wanted),
    ]
  })
}

/** One row of a sheet, by its number; undefined where there is none. */
export const rowView = (sheet: Sheet, number: number, wanted: Wanted): RowView | undefined =>
  viewsOf(sheet, [number], wanted)[0]

/** A window over a list of row numbers, such as an order or what a filter left of it: positions [from, to). */
export const windowOf = (
  sheet: Sheet,
  list: readonly number[],
  from: number,
  to: number,
  wanted: Wanted,
): readonly RowView[] => viewsOf(sheet, list.slice(from, to), wanted)
