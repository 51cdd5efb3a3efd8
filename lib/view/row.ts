import type { Block } from "#lib/record/block.ts"
import type { Entry, EntryOf, Message, Seq } from "#lib/record/entry.ts"
import type { Crossing } from "#lib/wire/crossing.ts"
import type { Role, RowKind } from "./words.ts"

/** A block of the record: a message's own, a compaction's summary, or a replacement's. */
export type Slot = {
  readonly block: Block
  readonly entry: Message | EntryOf<"compaction"> | EntryOf<"replacement">
  readonly index: number
  /** Its place inside that block, where it is nested. */
  readonly inner: number | undefined
}

/** Where a piece stands in the wire's text: UTF-16 offsets of all of it, its key and quotes included. */
export type Piece = { readonly node: number; readonly start: number; readonly end: number }

/**
 * One grid row: a crossing, with the block that it is of. Contract: `key` is unique in a projection and names the same
 * thing in every projection of the record: a block id, `<header seq>/system`, or `+<pointer>` for what is made.
 */
export type CrossingRow = {
  readonly is: "crossing"
  readonly key: string
  readonly crossing: Crossing
  /** The crossing's number in its projection. */
  readonly index: number
  readonly kind: RowKind
  readonly role: Role
  readonly seq: Seq | undefined
  readonly slot: Slot | undefined
  readonly nested: boolean
}

/** Whether a row has a piece of the wire: all but what is dropped. */
export const isOnWire = (row: Row): row is CrossingRow => row.is === "crossing" && row.crossing.at.length > 0

/** Entries beside the conversation (requests, steps, acts on the record), neighbours in one row; nothing of them crosses. */
export type EntryRow = {
  readonly is: "entry"
  readonly key: string
  readonly kind: "entry"
  readonly role: "frame"
  readonly seq: Seq
  readonly entries: readonly Entry[]
}

export type Row = CrossingRow | EntryRow
