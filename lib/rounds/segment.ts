import type { LineBlock, LineMessage, Summary } from "#lib/line/item.ts"
import type { Block, BlockOf } from "#lib/record/block.ts"
import type { Seq } from "#lib/record/entry.ts"

/** A result bound to its call. `late`: its response had already been closed when it was stored. */
export type Bound = {
  readonly held: LineBlock<BlockOf<"tool-result">>
  readonly seq: Seq
  /** Where it stood in its message, whatever stands there now. */
  readonly index: number
  readonly late: boolean
}

export type Call = {
  readonly held: LineBlock<BlockOf<"tool-call">>
  /** The message and the block's index in it: what a derived id is made of. */
  readonly message: LineMessage
  readonly index: number
  result: Bound | undefined
}

/** A result with no call to answer: `orphan` where the call is gone, `duplicate` where it was answered before. */
export type Loose = "orphan" | "duplicate"

/** A block of a response: with the call it opens, or the call it answers inside the response, or loose. */
export type Part = {
  readonly held: LineBlock
  readonly message: LineMessage
  readonly call: Call | undefined
  readonly answers: Call | undefined
  readonly loose: Loose | undefined
}

/** Agent messages that share a response id and maker: one declaration, with the results of its calls. */
export type Response = {
  readonly kind: "response"
  messages: readonly LineMessage[]
  /** Blocks in the order of entries. */
  parts: readonly Part[]
  calls: readonly Call[]
  closed: boolean
  /** The newest message that holds a result of this response; 0 without any. */
  lastResult: Seq
}

/** What was said in the user's voice. Bound results are not among its blocks: they stand in their round. */
export type Said = {
  readonly kind: "said"
  readonly message: LineMessage
  readonly blocks: readonly { readonly held: LineBlock; readonly loose: Loose | undefined }[]
  /** It came while a response was open, and a later part of that response stands before it. */
  moved: boolean
}

export type Segment = Response | Said | Summary

export const isKind = <Kind extends Block["kind"]>(
  held: LineBlock,
  kind: Kind,
): held is LineBlock<BlockOf<Kind>> => held.block.kind === kind
