import type { Response, Segment } from "#lib/rounds/segment.ts"
import type { Piece } from "#lib/wire/writer.ts"
import type { Context } from "./context.ts"
import type { Ids } from "./ids.ts"
import type { Shapes } from "./speech.ts"
import type { Turn } from "./turn.ts"

/** What the head of a wire depends on beside the context. */
export type HeadFacts = { readonly thinkingOff: boolean }

/**
 * One wire shape.
 * Contract: pure; what is not history comes first, history last, in a fixed key order; each call and result of a
 * response is written once; how a response is written depends on what stands before it and on itself alone.
 */
export type Dialect = {
  readonly id: string
  readonly shapes: Shapes
  /** The key of the history list. */
  readonly history: string
  /** Top-level fields before history, in wire order. */
  readonly head: (context: Context, facts: HeadFacts) => readonly (readonly [key: string, piece: Piece])[]
  /** Messages that stand at the head of the history list itself (a leading system message). */
  readonly lead: (context: Context) => readonly Piece[]
  /** A response's declaration, its results, and what stands behind them. `last`: see `reasonedVerdict`. */
  readonly response: (response: Response, ids: Ids, last: number, context: Context) => readonly Turn[]
  /** One turn as wire messages; all but dialects of items make one. */
  readonly messages: (turn: Turn, context: Context) => readonly Piece[]
  /** Writes all of history at once, where no part of it stands still as it grows; then `messages` is not asked. */
  readonly whole?: (segments: readonly Segment[], context: Context) => Piece
  /** Marks messages for the provider's cache, where the dialect has such marks. */
  readonly marks?: Marks
}

/** How a dialect marks messages. Contract: what is never marked however many messages follow needs no holding back. */
export type Marks = {
  readonly mark: (messages: readonly Piece[]) => readonly Piece[]
  /** How many of the first messages will never be marked. */
  readonly never: (messages: readonly Piece[]) => number
}
