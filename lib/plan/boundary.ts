import { type Line, lineOf } from "#lib/line/line.ts"
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

/** A provider answers its own calls inside their reply; all others are open until a result comes, however late. */
const isAwaited = (call: Call, { closed }: Response): boolean =>
  isOpen(call) && (call.held.block.providerExecuted !== true || !closed)

/** Exchanges whose newest reply still has an open call, with that reply: a result that comes later belongs there. */
const awaited = ({ segments }: Rounds): Map<string, Response> => {
  const open = new Map<string, Response>()
  for (const segment of segments) {
    if (segment.kind !== "response") continue
    for (const { held } of segment.calls) open.delete(exchange(held.block))
    for (const each of segment.calls)
      if (isAwaited(each, segment)) open.set(exchange(each.held.block), segment)
  }
  return open
}

/** Whether a message of the record continues a reply. */
const continues = ({ closed, messages }: Response, { role, responseId }: Message): boolean =>
  !closed && role === "assistant" && responseId !== undefined && responseId === messages[0]?.entry.responseId

/**
 * Messages that go on from an entry: those appended up to the next rewind, and those that stand in the record's line now.
 * Those only shown take no part.
 */
const comingAfter = (entries: readonly Entry[], now: Line, seq: Seq): readonly Message[] => {
  const rest = entries.slice(seq)
  const end = rest.findIndex(({ kind }) => kind === "rewind")
  return rest.filter(
    (entry, index): entry is Message =>
      entry.kind === "message" &&
      entry.audience !== "surface" &&
      (end < 0 || index < end || now.has(entry.seq)),
  )
}

/** The reply whose open call one of these messages answers; a later call with its id closes it. */
const answeredBy = (later: readonly Message[], open: Map<string, Response>): Response | undefined => {
  for (const block of later.flatMap(({ blocks }) => blocks)) {
    if (block.kind === "tool-call") open.delete(exchange(block))
    const reply = block.kind === "tool-result" ? open.get(exchange(block)) : undefined
    if (reply !== undefined) return reply
  }
  return undefined
}

/** The reply that the record cut after an entry would leave without what the record still has of it. */
const splitAt = (entries: readonly Entry[], now: Line, seq: Seq): Response | undefined => {
  const before = entries.slice(0, seq)
  const rounds = roundsOf(before, lineOf(before))
  const later = comingAfter(entries, now, seq)
  const { last } = rounds
  if (last !== undefined && later.some((message) => continues(last, message))) return last
  return answeredBy(later, awaited(rounds))
}

/** The last entry at or before `seq` after which the record can be cut without splitting a round; 0 is its beginning. */
export const boundaryAt = (entries: readonly Entry[], seq: Seq): Seq => {
  const now = lineOf(entries)
  let at = seq
  while (at > 0) {
    const first = splitAt(entries, now, at)?.messages[0]?.entry.seq
    if (first === undefined) return at
    at = first - 1
  }
  return at
}
