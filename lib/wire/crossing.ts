import type { BlockId } from "#lib/record/block.ts"
import type { Seq } from "#lib/record/entry.ts"
import type { Reason } from "./reason.ts"

export type How = "carried" | "altered" | "dropped" | "made"

/** Where in a header entry a piece of wire came from: a JSON pointer into that entry, such as `/tools/0`. */
export type HeaderPath = { readonly header: Seq; readonly path: string }
export type Source = { readonly block: BlockId } | HeaderPath

/** A JSON pointer into the wire; `from` and `to` are UTF-16 offsets within a string that several crossings share. */
export type Place = { readonly pointer: string; readonly from?: number; readonly to?: number }

export type Facts = Readonly<Record<string, string | number>>

/**
 * What became of a block, or where a piece of wire came from.
 * Contract: `reason` is absent only when carried; `from` only when made; `at` is empty only when dropped. The first
 * place is the piece's own; containers that it also claims follow, inmost first.
 */
export type Crossing = {
  readonly how: How
  readonly reason?: Reason
  readonly from?: Source
  readonly at: readonly Place[]
  readonly facts?: Facts
}
