import type { Block, BlockOf } from "#lib/record/block.ts"
import type { Message, Usage } from "#lib/record/entry.ts"
import type { Proof } from "#lib/record/proof.ts"
import type { StoredObject } from "#lib/record/record.ts"
import { type Json, known } from "./json.ts"
import type { Delta, Frame, Reply, ReplyFailure, ReplyFailureKind } from "./reply.ts"

/** A reply in the making. Owned by one reader; a block in it is never moved or taken out, so its index holds. */
export type Draft = {
  readonly blocks: Block[]
  readonly objects: StoredObject[]
  /** Calls that have no name or id yet, so that nobody has been told of them. */
  readonly unnamed: Set<number>
  /** The id of a call whose provider gives it none. */
  readonly callId: (index: number) => string
  /** What the frame that is being read brought. */
  deltas: Delta[]
  responseId: string | undefined
  model: string | undefined
  stop: Message["stop"]
  usage: Usage | undefined
  failure: ReplyFailure | undefined
  /** Whether the provider said how the reply ends. */
  finished: boolean
  /** Whether nothing that comes now belongs to the reply. */
  over: boolean
}

/** How one dialect's replies are read into a draft; begun anew for each reply. */
export type Reading = {
  /** Takes a frame of a stream: its payload as a value and as text. */
  readonly frame: (value: Json, frame: Frame) => void
  /** Takes a complete answer that was not streamed. */
  readonly whole: (value: Json, json: string) => void
}

export const draftOf = (callId: (index: number) => string): Draft => ({
  blocks: [],
  objects: [],
  unnamed: new Set(),
  callId,
  deltas: [],
  responseId: undefined,
  model: undefined,
  stop: undefined,
  usage: undefined,
  failure: undefined,
  finished: false,
  over: false,
})

/** Begins a text or reasoning; gives its index. */
export const begin = (draft: Draft, kind: "text" | "reasoning"): number =>
  draft.blocks.push({ kind, text: "" }) - 1

/** Goes on with a text or reasoning. */
export const say = (draft: Draft, index: number, text: string): void => {
  const held = draft.blocks[index]
  if (text === "" || (held?.kind !== "text" && held?.kind !== "reasoning")) return
  draft.blocks[index] = { ...held, text: held.text + text }
  draft.deltas.push({ kind: held.kind, index, text })
}

/** Begins a call. One whose name or id comes later is told of when both are known. */
export const beginCall = (
  draft: Draft,
  call: { readonly callId?: string | undefined; readonly name?: string | undefined },
  more: Partial<Pick<BlockOf<"tool-call">, "form" | "providerExecuted" | "itemId">> = {},
): number => {
  const index = draft.blocks.push({ kind: "tool-call", callId: "", name: "", arguments: "", ...more }) - 1
  draft.unnamed.add(index)
  nameCall(draft, index, call)
  return index
}

/** What has become known of a call. What was known before stays. */
export const nameCall = (
  draft: Draft,
  index: number,
  { callId = "", name = "" }: { readonly callId?: string | undefined; readonly name?: string | undefined },
): void => {
  const held = draft.blocks[index]
  if (held?.kind !== "tool-call" || !draft.unnamed.has(index)) return
  const named = { ...held, callId: held.callId || callId, name: held.name || name }
  draft.blocks[index] = named
  if (named.callId !== "" && named.name !== "") tellCall(draft, index)
}

/** Tells of a call that nothing more will be known of. */
export const tellCall = (draft: Draft, index: number): void => {
  const held = draft.blocks[index]
  if (held?.kind !== "tool-call" || !draft.unnamed.delete(index)) return
  const callId = held.callId === "" ? draft.callId(index) : held.callId
  draft.blocks[index] = { ...held, callId }
  draft.deltas.push({ kind: "call", index, callId, name: held.name })
  if (held.arguments !== "") draft.deltas.push({ kind: "arguments", index, text: held.arguments })
}

export const tellCalls = (draft: Draft): void => {
  for (const index of draft.unnamed) tellCall(draft, index)
}

/** Goes on with a call's arguments. */
export const argue = (draft: Draft, index: number, text: string): void => {
  const held = draft.blocks[index]
  if (text === "" || held?.kind !== "tool-call") return
  draft.blocks[index] = { ...held, arguments: held.arguments + text }
  if (!draft.unnamed.has(index)) draft.deltas.push({ kind: "arguments", index, text })
}

/** A call that came whole. */
export const callWhole = (
  draft: Draft,
  call: { readonly callId?: string | undefined; readonly name?: string | undefined },
  json: string,
  more: Parameters<typeof beginCall>[2] = {},
): number => {
  const index = beginCall(draft, call, more)
  tellCall(draft, index)
  argue(draft, index, json)
  return index
}

/** The maker's seal on a block. */
export const seal = (draft: Draft, index: number, proof: Proof): void => {
  const held = draft.blocks[index]
  if (held?.kind !== "text" && held?.kind !== "reasoning" && held?.kind !== "tool-call") return
  draft.blocks[index] = { ...held, proof }
  draft.deltas.push({ kind: "proof", index, proof })
}

/** What a finished block holds beside what its deltas told. */
export const amend = (
  draft: Draft,
  index: number,
  more: Pick<Block, "native"> & { readonly itemId?: string },
): void => {
  const held = draft.blocks[index]
  if (held?.kind === "text" || held?.kind === "reasoning" || held?.kind === "tool-call")
    draft.blocks[index] = { ...held, ...more }
}

/** A block that came whole; gives its index. */
export const put = (draft: Draft, block: Block): number => {
  const index = draft.blocks.push(block) - 1
  draft.deltas.push({ kind: "block", index, block })
  return index
}

/** Says that the reply failed, and in whose words. The first failure stays. */
export const fail = (draft: Draft, kind: ReplyFailureKind, message = ""): void => {
  draft.failure ??= { kind, message }
}

/** How the reply ended. Refusals and filters are failures too; `why`: the provider's words for them. */
export const finish = (draft: Draft, stop: Message["stop"], why = ""): void => {
  draft.finished = true
  draft.stop = stop
  tellCalls(draft)
  if (stop === "refusal") fail(draft, "reply-refused", why)
  if (stop === "filter") fail(draft, "reply-filtered", why)
  if (stop === "error") fail(draft, "reply-error", why)
}

/** What the provider says of an error ends a reply: nothing behind it belongs to it. */
export const breakOff = (draft: Draft, message: string): void => {
  fail(draft, "reply-error", message)
  draft.stop ??= "error"
  draft.over = true
}

export const holdsCall = (draft: Draft): boolean => draft.blocks.some(({ kind }) => kind === "tool-call")

const isVisible = (block: Block): boolean => {
  if (block.kind === "text") return block.text.trim() !== ""
  return block.kind === "tool-call" || block.kind === "image" || block.kind === "file"
}

const failureOf = (draft: Draft): ReplyFailure | undefined => {
  if (draft.failure !== undefined) return draft.failure
  if (!draft.finished) return { kind: "reply-cut", message: "" }
  return draft.blocks.some(isVisible) ? undefined : { kind: "empty-reply", message: "" }
}

/** The reply as it stands when nothing more comes. */
export const replyOf = (draft: Draft): Reply => {
  tellCalls(draft)
  const { blocks, objects, responseId, model, usage, finished } = draft
  return {
    blocks: [...blocks],
    objects: [...objects],
    ...known({
      responseId,
      model,
      stop: finished ? draft.stop : "error",
      usage,
      failure: failureOf(draft),
    }),
  }
}
