import type { Seq } from "#lib/record/entry.ts"
import type { Facts, How } from "#lib/wire/crossing.ts"
import type { Reason } from "#lib/wire/reason.ts"
import { closed, type Limits } from "./clip.ts"
import { type Crossed, crossed } from "./crossed.ts"
import { entryLine } from "./entry-line.ts"
import { headerPiece } from "./header-piece.ts"
import { type Printed, printed } from "./printed.ts"
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
  }[]
}

/** How windows are wanted; `columns` is how wide printed lines are. */
export type Wanted = { readonly order: Order; readonly columns: number; readonly limits?: Limits }

const entryView = (row: EntryRow, number: number): EntryView => ({
  is: "entry",
  number,
  key: row.key,
  seq: row.seq,
  lines: row.entries.slice(0, 40).map((entry) => ({
    seq: entry.seq,
    ...(entry.at === null ? {} : { at: entry.at }),
    kind: entry.kind,
    text: entryLine(entry),
  })),
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
  number: number,
  wanted: Wanted,
): Pick<CrossingView, "place" | "crossed" | "printed"> => {
  const { piece } = row
  const [own] = row.crossing.at
  if (piece === undefined || own === undefined) return {}
  const limits = wanted.limits ?? closed
  const place = { ...own, bytes: [sheet.bytes(piece.start), sheet.bytes(piece.end)] as const }
  const owners = sheet.owners()
  if (wanted.order === "rows") return { place, crossed: crossed(row, piece, sheet.spans, owners, limits) }
  const chunk = sheet.chunk(number)
  return chunk === undefined
    ? { place }
    : { place, printed: printed(sheet.spans, owners, sheet.indexOf(number), chunk, wanted.columns, limits) }
}

const crossingView = (sheet: Sheet, row: CrossingRow, number: number, wanted: Wanted): CrossingView => {
  const { how, reason, facts } = row.crossing
  const entry = row.seq === undefined ? undefined : sheet.record.entries[row.seq - 1]
  return {
    is: "crossing",
    number,
    key: row.key,
    how,
    ...(reason === undefined ? {} : { reason }),
    ...(facts === undefined ? {} : { facts }),
    word: row.word,
    ...(row.seq === undefined ? {} : { seq: row.seq }),
    ...(entry?.at === undefined || entry.at === null ? {} : { at: entry.at }),
    surface: entry?.kind === "message" && entry.audience === "surface",
    derived: entry?.kind === "message" && entry.derived === true,
    ...storedSide(sheet, row, wanted.limits ?? closed),
    ...crossedSide(sheet, row, number, wanted),
  }
}

/** One row of a sheet, by its number; undefined where there is none. */
export const rowView = (sheet: Sheet, number: number, wanted: Wanted): RowView | undefined => {
  const row = sheet.rows[number]
  if (row === undefined) return undefined
  return row.is === "entry" ? entryView(row, number) : crossingView(sheet, row, number, wanted)
}

/** A window over a list of row numbers, such as an order or what a filter left of it: positions [from, to). */
export const windowOf = (
  sheet: Sheet,
  list: readonly number[],
  from: number,
  to: number,
  wanted: Wanted,
): readonly RowView[] => list.slice(from, to).flatMap((number) => rowView(sheet, number, wanted) ?? [])
