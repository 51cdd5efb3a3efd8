import type { LineBlock, LineMessage } from "#lib/line/item.ts"
import type { BlockOf } from "#lib/record/block.ts"
import { isOutside } from "#lib/rounds/rounds.ts"
import { type Bound, type Call, isKind, type Part, type Response } from "#lib/rounds/segment.ts"
import type { Reason } from "#lib/wire/reason.ts"
import type { Claim } from "#lib/wire/writer.ts"
import { droppedOf, droppedWhole } from "./claims.ts"
import type { Context } from "./context.ts"
import { type Ids, wireId } from "./ids.ts"
import { isBlank } from "./unicode.ts"
import { words } from "./words.ts"

type Reasons = readonly (Reason | undefined)[]

/** A call that crosses, under its wire id and name, with its result or why one has to be made. */
export type Crossed = {
  readonly call: Call
  readonly id: string
  readonly name: string
  readonly reasons: Reasons
  readonly answer:
    | { readonly is: "result"; readonly held: Bound["held"]; readonly reasons: Reasons }
    | {
        readonly is: "made"
        readonly reason: "call-unanswered" | "result-outside"
        readonly text: string
      }
}

/** What a part of a response becomes, whatever the dialect. */
export type SettledPart =
  | {
      readonly is: "text"
      readonly held: LineBlock<BlockOf<"text">>
      readonly message: LineMessage
      readonly afterCall: boolean
    }
  | {
      readonly is: "reasoning"
      readonly held: LineBlock<BlockOf<"reasoning">>
      readonly message: LineMessage
      readonly alone: boolean
      /** A text or call that crosses stands before it in its response. */
      readonly behind: boolean
    }
  | { readonly is: "call"; readonly crossed: Crossed }
  | { readonly is: "native"; readonly held: LineBlock; readonly json: string }
  | { readonly is: "opaque"; readonly held: LineBlock<BlockOf<"opaque">> }
  | { readonly is: "dropped"; readonly claim: Claim }

/** A response decided, in order, before anything is written. */
export type Settled = {
  readonly parts: readonly SettledPart[]
  /** Calls that are answered behind the declaration, in their order. */
  readonly crossed: readonly Crossed[]
  /** Pictures, files and results without a call: said in the user's voice behind the round. */
  readonly aside: readonly LineBlock[]
}

/** The provider's own JSON of a server call and its result, where this dialect may write both as they stand. */
export type NativePair = (
  call: BlockOf<"tool-call">,
  result: BlockOf<"tool-result">,
) => { readonly call: string; readonly result: string } | undefined

const isBefore = (a: Bound, b: Bound): boolean => a.seq < b.seq || (a.seq === b.seq && a.index < b.index)

const none: readonly never[] = []

/** Results that do not stand where they were stored: late ones, and ones that a later result stands before. */
const movedResults = (calls: readonly Call[]): readonly Bound[] => {
  if (calls.length < 2 && calls[0]?.result?.late !== true) return none
  const moved: Bound[] = []
  let newest: Bound | undefined
  for (const { result } of calls) {
    if (result === undefined) continue
    if (result.late || (newest !== undefined && isBefore(result, newest))) moved.push(result)
    else newest = result
  }
  return moved
}

/** A response while it is decided. */
type Settling = {
  readonly parts: SettledPart[]
  readonly crossed: Crossed[]
  readonly aside: LineBlock[]
  /** Server calls that stand as the provider wrote them; most responses hold none. */
  natives: Map<Call, { readonly call: string; readonly result: string }> | undefined
  readonly moved: readonly Bound[]
  readonly ids: Ids
  readonly pairOf: NativePair
  readonly context: Context
}

const runsWithProvider = (call: Call): boolean => call.held.block.providerExecuted === true

const isUnfinished = (call: Call): boolean => runsWithProvider(call) && call.result === undefined

const madeAnswer = (outside: boolean): Crossed["answer"] =>
  outside
    ? { is: "made", reason: "result-outside", text: words.outside }
    : { is: "made", reason: "call-unanswered", text: words.unanswered }

const cross = (call: Call, { moved, ids, context }: Settling): Crossed => {
  const { id, rewritten } = wireId(ids, context.target, call)
  const name = context.names(call.held.block.name)
  const idReason = rewritten ? "call-id-rewritten" : undefined
  const foreign = runsWithProvider(call) ? "server-call-foreign" : undefined
  const renamed = name === call.held.block.name ? undefined : "tool-renamed"
  const { result } = call
  const shifted = result !== undefined && moved.includes(result) ? "result-moved" : undefined
  return {
    call,
    id,
    name,
    reasons: [idReason, renamed, foreign],
    answer:
      result === undefined
        ? madeAnswer(isOutside(context.rounds, call))
        : { is: "result", held: result.held, reasons: [idReason, shifted, foreign] },
  }
}

const drop = (to: Settling, claims: readonly Claim[]): void => {
  for (const claim of claims) to.parts.push({ is: "dropped", claim })
}

const settleCall = (to: Settling, held: LineBlock, call: Call): void => {
  const { context } = to
  if (isUnfinished(call)) {
    drop(to, [droppedOf(held, "server-call-unfinished")])
    return
  }
  if (context.left.calls.has(held.id)) {
    drop(to, [droppedOf(held, "call-limit")])
    if (call.result !== undefined) drop(to, droppedWhole(call.result.held, "call-limit"))
    return
  }
  const made = cross(call, to)
  const untouched = made.id === call.held.block.callId && made.name === call.held.block.name
  const pair =
    runsWithProvider(call) && untouched && call.result !== undefined
      ? to.pairOf(call.held.block, call.result.held.block)
      : undefined
  if (pair !== undefined) {
    to.natives ??= new Map()
    to.natives.set(call, pair)
    to.parts.push({ is: "native", held, json: pair.call })
    return
  }
  to.crossed.push(made)
  to.parts.push({ is: "call", crossed: made })
}

/** Whether a reader sees a part; reasoning behind the last such part would stand alone. */
const isVisible = ({ held, call }: Part, context: Context): boolean => {
  if (isKind(held, "text")) return !isBlank(held.block.text)
  return call !== undefined && !isUnfinished(call) && !context.left.calls.has(held.id)
}

/** Decides a response: which calls cross under which ids, which stand natively, what is said behind the round. */
export const settle = (response: Response, ids: Ids, pairOf: NativePair, context: Context): Settled => {
  const { parts, calls } = response
  const moved = movedResults(calls)
  const to: Settling = { parts: [], crossed: [], aside: [], natives: undefined, moved, ids, pairOf, context }
  const last = parts.findLastIndex((part) => isVisible(part, context))
  const first = parts.findIndex((part) => isVisible(part, context))
  let index = -1
  for (const { held, message, call, answers, loose } of parts) {
    index++
    if (call !== undefined) settleCall(to, held, call)
    else if (answers !== undefined) {
      const pair = to.natives?.get(answers)
      if (pair !== undefined) to.parts.push({ is: "native", held, json: pair.result })
    } else if (isKind(held, "text"))
      to.parts.push({ is: "text", held, message, afterCall: to.crossed.length > 0 })
    else if (isKind(held, "reasoning"))
      to.parts.push({
        is: "reasoning",
        held,
        message,
        alone: index > last,
        behind: first >= 0 && index > first,
      })
    else if (isKind(held, "opaque")) to.parts.push({ is: "opaque", held })
    else if (loose === "duplicate") drop(to, droppedWhole(held, "result-duplicate"))
    else to.aside.push(held)
  }
  return to
}
