import type { Block, BlockId, ResultContent } from "#lib/record/block.ts"
import type { EntryOf, Message } from "#lib/record/entry.ts"

/** A block as it is in force: its own, or the newest replacement's under that one's id. */
export type LineBlock<Kind extends Block = Block> = {
  readonly id: BlockId
  readonly block: Kind
  /** What a result holds, in force likewise; empty for other kinds. */
  readonly content: readonly LineBlock<ResultContent>[]
  /** No replacement had a hand in it. */
  readonly plain: boolean
}

export type LineMessage = {
  readonly kind: "message"
  readonly entry: Message
  readonly blocks: readonly LineBlock[]
  /** Two messages of one response share it; see `Fold`. */
  readonly era: number
}

export type Summary = { readonly kind: "summary"; readonly entry: EntryOf<"compaction"> }

/** One thing in force: a message, or the one summary that stands for earlier ones. */
export type Item = LineMessage | Summary
