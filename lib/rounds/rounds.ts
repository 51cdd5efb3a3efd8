import type { Item, LineBlock, LineMessage } from "#lib/line/item.ts"
import type { Line } from "#lib/line/line.ts"
import type { Entry, Maker, Message, Seq } from "#lib/record/entry.ts"
import { type Exchanges, exchangeOf, mention, nearestCall, noExchanges, resultsBehind } from "./exchanges.ts"
import {
  type Call,
  isKind,
  type Loose,
  type Part,
  type Response,
  type Said,
  type Segment,
} from "./segment.ts"

/**
 * What the line says, grouped: each call with its one result, order settled once, so that a dialect only writes.
 * Owned by one projection and handed on to the next. Contract: `segments` before `openAt` never change again, unless
 * `add` answers that a late result touched them.
 */
export type Rounds = {
  readonly segments: Segment[]
  /** The index of the response that may still go on; the number of segments where none may. */
  openAt: number
  readonly exchanges: Exchanges
  readonly has: (seq: Seq) => boolean
  last: Response | undefined
}

/** The wire's voice is the assistant's exactly where role is assistant and speaker is agent. */
export const isAgent = (message: Message): boolean =>
  message.role === "assistant" && message.speaker.kind === "agent"

const sameMaker = (a: Maker | undefined, b: Maker | undefined): boolean =>
  a === b ||
  (a?.provider === b?.provider && a?.api === b?.api && a?.model === b?.model && a?.account === b?.account)

const goesOn = (response: Response | undefined, message: LineMessage): response is Response => {
  const first = response?.messages[0]
  if (response === undefined || first === undefined || response.closed) return false
  const { responseId, maker } = first.entry
  return (
    responseId !== undefined &&
    responseId === message.entry.responseId &&
    sameMaker(maker, message.entry.maker)
  )
}

const close = (rounds: Rounds): void => {
  if (rounds.last !== undefined) rounds.last.closed = true
  rounds.openAt = rounds.segments.length
}

const openCall = (rounds: Rounds, response: Response, call: Call): void => {
  const exchange = exchangeOf(rounds.exchanges, call.held.block)
  if (exchange.response === response) exchange.unanswered.push(call)
  else {
    exchange.response = response
    exchange.unanswered = [call]
    exchange.answered = false
  }
}

type Answer = { readonly call: Call; readonly response: Response } | { readonly loose: Loose }

/** What a result answers; one that runs with the provider answers only inside its own response. */
const bind = (
  rounds: Rounds,
  held: LineBlock,
  message: LineMessage,
  index: number,
  own: Response | undefined,
): Answer => {
  if (!isKind(held, "tool-result")) return { loose: "orphan" }
  const exchange = exchangeOf(rounds.exchanges, held.block)
  const nearest = nearestCall(exchange, message.entry.seq, index)
  if (nearest === undefined || !rounds.has(nearest)) return { loose: "orphan" }
  const { response } = exchange
  const [call] = exchange.unanswered
  const allowed = held.block.providerExecuted === true ? own !== undefined && response === own : true
  if (response === undefined || call === undefined || !allowed)
    return { loose: exchange.answered ? "duplicate" : "orphan" }
  exchange.unanswered.shift()
  exchange.answered = true
  call.result = { held, seq: message.entry.seq, index, late: response.closed }
  response.lastResult = Math.max(response.lastResult, message.entry.seq)
  return { call, response }
}

const begin = (rounds: Rounds): Response => {
  close(rounds)
  const made: Response = {
    kind: "response",
    messages: [],
    parts: [],
    calls: [],
    closed: false,
    lastResult: 0,
  }
  rounds.segments.push(made)
  rounds.last = made
  return made
}

const addAgent = (rounds: Rounds, message: LineMessage): void => {
  const response = goesOn(rounds.last, message) ? rounds.last : begin(rounds)
  for (let at = rounds.openAt; at < rounds.segments.length; at++) {
    const segment = rounds.segments[at]
    if (segment?.kind === "said") segment.moved = true
  }
  const parts = message.blocks.map((held, index) => partOf(rounds, response, held, message, index))
  response.messages = gained(response.messages, [message])
  response.parts = gained(response.parts, parts)
  response.calls = gained(
    response.calls,
    parts.flatMap(({ call }) => call ?? []),
  )
}

/** A list with more behind it. Most responses are one message, whose lists are then kept as they are. */
const gained = <Item>(list: readonly Item[], more: readonly Item[]): readonly Item[] =>
  list.length === 0 ? more : [...list, ...more]

const partOf = (
  rounds: Rounds,
  response: Response,
  held: LineBlock,
  message: LineMessage,
  index: number,
): Part => {
  if (isKind(held, "tool-call")) {
    const call: Call = { held, message, index, result: undefined }
    openCall(rounds, response, call)
    return { held, message, call, answers: undefined, loose: undefined }
  }
  if (!isKind(held, "tool-result"))
    return { held, message, call: undefined, answers: undefined, loose: undefined }
  const answer = bind(rounds, held, message, index, response)
  return "call" in answer
    ? { held, message, call: undefined, answers: answer.call, loose: undefined }
    : { held, message, call: undefined, answers: undefined, loose: answer.loose }
}

const hasOpenCall = (response: Response): boolean => response.calls.some((call) => call.result === undefined)

/** Adds what was said in the user's voice; answers whether a result among it touched a settled response. */
const addSaid = (rounds: Rounds, message: LineMessage): boolean => {
  const current = rounds.last
  const open = current !== undefined && !current.closed
  if (open && (message.entry.speaker.kind === "human" || !hasOpenCall(current))) close(rounds)
  let late = false
  const blocks: Said["blocks"][number][] = []
  let index = -1
  for (const held of message.blocks) {
    index++
    if (!isKind(held, "tool-result")) {
      blocks.push({ held, loose: undefined })
      continue
    }
    const answer = bind(rounds, held, message, index, undefined)
    if ("loose" in answer) blocks.push({ held, loose: answer.loose })
    else if (answer.response.closed) late = true
  }
  if (blocks.length > 0 || message.entry.speaker.kind === "human")
    rounds.segments.push({ kind: "said", message, blocks, moved: false }) // an empty one still ends a reply
  if (rounds.last?.closed !== false) rounds.openAt = rounds.segments.length
  return late
}

/** The rounds of a line; `entries` is the record that it was worked out from. */
export const roundsOf = (entries: readonly Entry[], line: Line): Rounds => {
  const rounds: Rounds = {
    segments: [],
    openAt: 0,
    exchanges: noExchanges(),
    has: line.has,
    last: undefined,
  }
  let next = 0
  const mentionUpTo = (seq: Seq): void => {
    for (; next < seq; next++) {
      const entry = entries[next]
      if (entry?.kind === "message") mention(rounds.exchanges, entry)
    }
  }
  for (const item of line.items) {
    if (item.kind === "message") mentionUpTo(item.entry.seq) // a result looks for its call in what was stored before it
    place(rounds, item)
  }
  mentionUpTo(entries.length)
  return rounds
}

/** Takes the next message of record and line in. True: a result was bound to a settled response, so what stands behind it changes. */
export const add = (rounds: Rounds, item: LineMessage): boolean => {
  mention(rounds.exchanges, item.entry)
  return place(rounds, item)
}

/** Places the line's next item. True: a result was bound to a response that is settled, so what stands behind it changes. */
const place = (rounds: Rounds, item: Item): boolean => {
  if (item.kind === "summary") {
    close(rounds)
    rounds.segments.push(item)
    rounds.openAt = rounds.segments.length
    return false
  }
  if (item.entry.audience === "surface") return false
  const newest = rounds.last?.messages[0]
  if (newest !== undefined && newest.era !== item.era) close(rounds)
  if (!isAgent(item.entry)) return addSaid(rounds, item)
  addAgent(rounds, item)
  return false
}

/** Whether the record holds a result of an unanswered call that is not in the line (covered or rewound). */
export const isOutside = (rounds: Rounds, call: Call): boolean =>
  resultsBehind(exchangeOf(rounds.exchanges, call.held.block), call.message.entry.seq, call.index).some(
    (seq) => !rounds.has(seq),
  )
