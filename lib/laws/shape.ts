import type { BlockOf } from "#lib/record/block.ts"
import type { Crossing } from "#lib/wire/crossing.ts"
import type { Node, Tree } from "./tree.ts"

/**
 * Where a wire of one dialect keeps what laws ask about. A second reading of the wire, by its words alone: it knows
 * nothing of how the projection writes.
 */
export type Shape = {
  /** Pointer of the history list. */
  readonly history: string
  readonly messages: (tree: Tree) => readonly Node[]
  /** Strings that a model reads as the agent's speech. */
  readonly speech: (message: Node) => readonly Node[]
  /** Nodes that hold reasoning. */
  readonly reasoning: (message: Node) => readonly Node[]
  readonly calls: (message: Node) => readonly WireCall[]
  readonly results: (message: Node) => readonly WireResult[]
  readonly voice: (message: Node) => Voice
  /** How stored reasoning differs from what stands at its place; undefined where it is equal. */
  readonly sealUnlike: (block: BlockOf<"reasoning">, node: Node) => string | undefined
  /** Each part of a reply is an item of its own, so what answers a call stands behind all of the reply's. */
  readonly items?: true
  /** Calls and answers have no ids on this wire; the ids of `calls` and `results` say only what stands together. */
  readonly noIds?: true
  /** The last message moves once a reply stands behind it, so it never stands still. */
  readonly unsettled?: true
  /** What a message itself says of words that are neither the user's nor the assistant's, where that is no line of text. */
  readonly label?: (message: Node) => "label-line" | "summary-label" | undefined
  /** The wire read as messages, where its own text holds them; crossings follow. */
  readonly reading?: (wire: Reading) => Reading
}

export type Reading = { readonly tree: Tree; readonly crossings: readonly Crossing[] }

export type Voice = "user" | "assistant" | "tool" | "system"

/** `input` is the node of the arguments: a string that holds JSON, or the JSON itself. `server`: run by the provider. */
export type WireCall = {
  readonly node: Node
  readonly id: string
  readonly name: string
  readonly input: Node | undefined
  readonly server: boolean
}
/** `leads`: nothing but results stands before it in its message. */
export type WireResult = {
  readonly node: Node
  readonly id: string
  readonly isError: boolean
  readonly server: boolean
  readonly leads: boolean
}
