import type { Block, BlockId } from "#lib/record/block.ts"
import type { Entry, EntryOf, Message, Seq } from "#lib/record/entry.ts"
import type { Crossing } from "#lib/wire/crossing.ts"
import type { Role, RowKind } from "./words.ts"

/** A block of the record, in record order: its own, a compaction's summary, or a replacement's. */
export type Slot = {
  readonly id: BlockId
  readonly block: Block
  readonly in:
    | { readonly is: "message"; readonly entry: Message }
    | { readonly is: "summary"; readonly entry: EntryOf<"compaction"> }
    | { readonly is: "replacement"; readonly entry: EntryOf<"replacement"> }
  /** Inside another block. */
  readonly nested: boolean
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
  readonly kind: RowKind
  readonly role: Role
  /** What the row is, in few words: `call · bash`. */
  readonly word: string
  readonly seq: Seq | undefined
  readonly slot: Slot | undefined
  readonly nested: boolean
  /** Undefined where it is dropped. */
  readonly piece: Piece | undefined
}

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
