import { lineOf } from "#lib/line/line.ts"
import type { BlockOf } from "#lib/record/block.ts"
import type { Entry, Message, Seq } from "#lib/record/entry.ts"
import { type Rounds, roundsOf } from "#lib/rounds/rounds.ts"
import type { Call, Response, Segment } from "#lib/rounds/segment.ts"
import { seqsOf } from "./plan.ts"

/** A round, or what was said, from the first of its items to the last. */
type Span = { first: number; last: number }

/** Call and result belong together only where both ran with the provider, or both did not. */
const exchange = ({ callId, providerExecuted }: BlockOf<"tool-call"> | BlockOf<"tool-result">): string =>
  `${providerExecuted === true} ${callId}`

/** Exchanges of calls that were answered before, which a result of this segment answers again. */
const answeredAgain = (segment: Segment): readonly string[] => {
  if (segment.kind === "summary") return []
  const blocks = segment.kind === "said" ? segment.blocks : segment.parts
  return blocks.flatMap(({ held, loose }) =>
    loose === "duplicate" && held.block.kind === "tool-result" ? [exchange(held.block)] : [],
  )
}

/** The items that belong together: a reply, its results, and results that answer a call of it once more. */
const spansOf = (rounds: Rounds, places: ReadonlyMap<Seq, number>): readonly Span[] => {
  const callers = new Map<string, Span>()
  return rounds.segments.map((segment) => {
    const at = seqsOf(segment).flatMap((seq) => places.get(seq) ?? [])
    const span = { first: Math.min(...at), last: Math.max(...at) }
    for (const callId of answeredAgain(segment)) {
      const caller = callers.get(callId)
      if (caller !== undefined) caller.last = Math.max(caller.last, span.last)
    }
    if (segment.kind === "response")
      for (const { held } of segment.calls) callers.set(exchange(held.block), span)
    return span
  })
}

/**
 * How many items at the line's beginning may be let go so that no round is split: at most `most`, fewer where a reply or
 * one of its results would stand on the other side. `places`: the item that each message is.
 */
export const cutBack = (rounds: Rounds, places: ReadonlyMap<Seq, number>, most: number): number => {
  const spans = spansOf(rounds, places)
  let cut = most
  for (;;) {
    const split = spans.find(({ first, last }) => first < cut && last >= cut)
    if (split === undefined) return cut
    cut = split.first
  }
}

const isOpen = ({ result }: Call): boolean => result === undefined

/** Whether a later message of the record belongs to a reply that an earlier cut would leave. */
const goesOn = ({ messages, calls }: Response, later: Message): boolean => {
  const id = messages[0]?.entry.responseId
  if (id !== undefined && later.role === "assistant" && later.responseId === id) return true
  const open = new Set(calls.filter(isOpen).map(({ held }) => held.block.callId))
  return later.blocks.some((block) => block.kind === "tool-result" && open.has(block.callId))
}

/** Messages that were appended straight on: up to the next rewind, compaction or undo. */
const straightOn = (entries: readonly Entry[], seq: Seq): readonly Message[] => {
  const rest = entries.slice(seq)
  const end = rest.findIndex(({ kind }) => kind === "rewind" || kind === "compaction" || kind === "undo")
  return rest.slice(0, end < 0 ? rest.length : end).filter((entry) => entry.kind === "message")
}

/** Whether the record cut after an entry would leave a reply without what the record still has of it. */
const splits = (entries: readonly Entry[], seq: Seq): boolean => {
  const before = entries.slice(0, seq)
  const { last } = roundsOf(before, lineOf(before))
  if (last === undefined || last.closed) return false
  return straightOn(entries, seq).some((later) => goesOn(last, later))
}

/** The last entry at or before `seq` after which the record can be cut without splitting a round; 0 is its beginning. */
export const boundaryAt = (entries: readonly Entry[], seq: Seq): Seq => {
  let at = seq
  while (at > 0 && splits(entries, at)) at--
  return at
}
