import type { Block, BlockId } from "#lib/record/block.ts"
import type { Maker } from "#lib/record/entry.ts"

/** Where a piece of a body came from. `maker` is that of the message that the block is in, where it is known. */
export type Origin = {
  readonly id: BlockId
  readonly block?: Block | undefined
  readonly maker?: Maker | undefined
}

/**
 * The record behind a body, as far as lint needs it: which block a place came from, and for whom the body is.
 * `of`: the origin of a pointer's own piece or of the piece that it lies in; undefined where the record has none.
 */
export type Provenance = {
  readonly of: (pointer: string) => Origin | undefined
  /** The account that the request is made under, where it is known. */
  readonly account?: string | undefined
}
