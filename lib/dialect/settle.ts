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

type Reasons = readonly (Reason | undefined)[]

/** A call that crosses, under its wire id and name, with its result or why one has to be made. */
export type Crossed = {
  readonly call: Call
  readonly id: string
  readonly name: string
  readonly reasons: Reasons
  readonly answer:
    | { readonly is: "result"; readonly held: Bound["held"]; readonly reasons: Reasons }
    | { readonly is: "made"; readonly reason: "call-unanswered" | "result-outside" }
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

/** Results that do not stand where they were stored: late ones, and ones that a later result stands before. */
const movedResults = (calls: readonly Call[]): ReadonlySet<Bound> => {
  const moved = new Set<Bound>()
  let newest: Bound | undefined
  for (const { result } of calls) {
    if (result === undefined) continue
    if (result.late || (newest !== undefined && isBefore(result, newest))) moved.add(result)
    else newest = result
  }
  return moved
}

const runsWithProvider = (call: Call): boolean => call.held.block.providerExecuted === true

const isUnfinished = (call: Call): boolean => runsWithProvider(call) && call.result === undefined

const cross = (call: Call, moved: ReadonlySet<Bound>, ids: Ids, context: Context): Crossed => {
  const { id, rewritten } = wireId(ids, context.target, call)
  const name = context.names(call.held.block.name)
  const idReason = rewritten ? "call-id-rewritten" : undefined
  const foreign = runsWithProvider(call) ? "server-call-foreign" : undefined
  const renamed = name === call.held.block.name ? undefined : "tool-renamed"
  const { result } = call
  const shifted = result !== undefined && moved.has(result) ? "result-moved" : undefined
  return {
    call,
    id,
    name,
    reasons: [idReason, renamed, foreign],
    answer:
      result === undefined
        ? { is: "made", reason: isOutside(context.rounds, call) ? "result-outside" : "call-unanswered" }
        : { is: "result", held: result.held, reasons: [idReason, shifted, foreign] },
  }
}

/** Whether a reader sees a part; reasoning behind the last such part would stand alone. */
const isVisible = ({ held, call }: Part, context: Context): boolean => {
  if (isKind(held, "text")) return !isBlank(held.block.text)
  return call !== undefined && !isUnfinished(call) && !context.left.calls.has(held.id)
}

const dropped = (claims: readonly Claim[]): readonly SettledPart[] =>
  claims.map((claim) => ({ is: "dropped", claim }))

/** Decides a response: which calls cross under which ids, which stand natively, what is said behind the round. */
export const settle = (response: Response, ids: Ids, pairOf: NativePair, context: Context): Settled => {
  const moved = movedResults(response.calls)
  const visible = response.parts.findLastIndex((part) => isVisible(part, context))
  const natives = new Map<Call, { readonly call: string; readonly result: string }>()
  const crossed: Crossed[] = []
  const aside: LineBlock[] = []
  const first = response.parts.findIndex((part) => isVisible(part, context))

  const callParts = (held: LineBlock, call: Call): readonly SettledPart[] => {
    if (isUnfinished(call)) return dropped([droppedOf(held, "server-call-unfinished")])
    if (context.left.calls.has(held.id))
      return dropped([
        droppedOf(held, "call-limit"),
        ...(call.result === undefined ? [] : droppedWhole(call.result.held, "call-limit")),
      ])
    const made = cross(call, moved, ids, context)
    const untouched = made.id === call.held.block.callId && made.name === call.held.block.name
    const pair =
      runsWithProvider(call) && untouched && call.result !== undefined
        ? pairOf(call.held.block, call.result.held.block)
        : undefined
    if (pair !== undefined) {
      natives.set(call, pair)
      return [{ is: "native", held, json: pair.call }]
    }
    crossed.push(made)
    return [{ is: "call", crossed: made }]
  }
  const parts = response.parts.flatMap(
    ({ held, message, call, answers, loose }, index): readonly SettledPart[] => {
      if (call !== undefined) return callParts(held, call)
      if (answers !== undefined) {
        const pair = natives.get(answers)
        return pair === undefined ? [] : [{ is: "native", held, json: pair.result }]
      }
      if (isKind(held, "text")) return [{ is: "text", held, message, afterCall: crossed.length > 0 }]
      if (isKind(held, "reasoning"))
        return [
          { is: "reasoning", held, message, alone: index > visible, behind: first >= 0 && index > first },
        ]
      if (isKind(held, "opaque")) return [{ is: "opaque", held }]
      if (loose === "duplicate") return dropped(droppedWhole(held, "result-duplicate"))
      aside.push(held)
      return []
    },
  )
  return { parts, crossed, aside }
}
