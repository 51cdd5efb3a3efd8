import type { Block } from "#lib/record/block.ts"
import type { Message, Usage } from "#lib/record/entry.ts"
import type { Proof } from "#lib/record/proof.ts"
import type { StoredObject } from "#lib/record/record.ts"

/** One piece of a stream: an SSE event, a line of NDJSON or a message of an AWS event stream, its payload as text. */
export type Frame = {
  /** The name that the framing itself gives the piece; undefined where it gives none. */
  readonly event?: string
  readonly data: string
}

/**
 * What a frame brought. Contract: `index` is the place of the block in the finished reply's `blocks`; what came apart is
 * told apart; the texts of one block, joined in order, are the block's text or its arguments.
 */
export type Delta =
  | { readonly kind: "text" | "reasoning"; readonly index: number; readonly text: string }
  | { readonly kind: "call"; readonly index: number; readonly callId: string; readonly name: string }
  | { readonly kind: "arguments"; readonly index: number; readonly text: string }
  | { readonly kind: "proof"; readonly index: number; readonly proof: Proof }
  /** A block that came whole: a picture, a server tool's result, what has no kind of ours. */
  | { readonly kind: "block"; readonly index: number; readonly block: Block }

/**
 * Why a reply is not what was asked for:
 * `reply-cut` the stream ended before the reply did · `reply-error` the provider said so in the stream ·
 * `reply-refused` the model or its provider declined · `reply-filtered` a filter of the provider's took it ·
 * `reply-unreadable` a frame is no JSON object · `empty-reply` whole, but with no visible text and no call.
 */
export type ReplyFailureKind =
  | "reply-cut"
  | "reply-error"
  | "reply-refused"
  | "reply-filtered"
  | "reply-unreadable"
  | "empty-reply"

/** `message`: the provider's own words, or what could not be read; empty where nobody said anything. */
export type ReplyFailure = { readonly kind: ReplyFailureKind; readonly message: string }

/**
 * What a model answered. Contract: `blocks` pass the record's schema and may stand in one message of the agent's; texts,
 * arguments and proofs are as received. With a `failure` they are what had arrived: a call among them may be cut off, so
 * it is not to be run.
 */
export type Reply = {
  readonly blocks: readonly Block[]
  /** Bytes that the blocks name. */
  readonly objects: readonly StoredObject[]
  readonly responseId?: string
  /** The model that the provider says has answered. */
  readonly model?: string
  readonly stop?: NonNullable<Message["stop"]>
  readonly usage?: Usage
  readonly failure?: ReplyFailure
}
