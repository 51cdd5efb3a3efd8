import type { Block } from "#lib/record/block.ts"
import { traits } from "#lib/record/block.ts"
import type { Message, Seq } from "#lib/record/entry.ts"
import type { Call, Response } from "./segment.ts"

/** A call or result of the record, and the one before it with its id. */
type Mention = {
  readonly seq: Seq
  readonly index: number
  readonly opens: boolean
  readonly before: Mention | undefined
}

/** All that is known of one call id: what the record holds, and what of the line is placed so far. */
export type Exchange = {
  /** Newest first, rewound and covered ones too: pairing is decided over the full record, not the slice in force (`common/slice-lookup`). */
  newest: Mention | undefined
  /** The newest response of the line that called with it. */
  response: Response | undefined
  /** That response's calls without a result, in order. */
  unanswered: Call[]
  /** Whether one of its calls had a result. */
  answered: boolean
}

/** Call and result pair only with equal `providerExecuted`. Surface-only messages take no part. */
export type Exchanges = { readonly client: Map<string, Exchange>; readonly server: Map<string, Exchange> }

export const noExchanges = (): Exchanges => ({ client: new Map(), server: new Map() })

type Exchanged = Extract<Block, { readonly callId: string }>

const isExchanged = (block: Block): block is Exchanged =>
  traits[block.kind].opensCall || traits[block.kind].closesCall

/** The exchange that a call or result belongs to. */
export const exchangeOf = (exchanges: Exchanges, { callId, providerExecuted }: Exchanged): Exchange => {
  const side = providerExecuted === true ? exchanges.server : exchanges.client
  let known = side.get(callId)
  if (known === undefined) {
    known = { newest: undefined, response: undefined, unanswered: [], answered: false }
    side.set(callId, known)
  }
  return known
}

/** Takes the next message of the record in. */
export const mention = (exchanges: Exchanges, message: Message): void => {
  if (message.audience === "surface") return
  let index = -1
  for (const block of message.blocks) {
    index++
    if (!isExchanged(block)) continue
    const exchange = exchangeOf(exchanges, block)
    const opens = traits[block.kind].opensCall
    exchange.newest = { seq: message.seq, index, opens, before: exchange.newest }
  }
}

const isAfter = (at: Mention, seq: Seq, index: number): boolean =>
  at.seq > seq || (at.seq === seq && at.index > index)

/** The message that holds the nearest call before a result of message `seq`, block `index`. */
export const nearestCall = ({ newest }: Exchange, seq: Seq, index: number): Seq | undefined => {
  let at = newest
  while (at !== undefined && (!at.opens || at.seq > seq || (at.seq === seq && at.index >= index)))
    at = at.before
  return at?.seq
}

/** Messages that hold a result behind the call of message `seq`, block `index`, up to the next call, newest first. */
export const resultsBehind = ({ newest }: Exchange, seq: Seq, index: number): readonly Seq[] => {
  let found: Seq[] = []
  for (let at = newest; at !== undefined && isAfter(at, seq, index); at = at.before)
    if (at.opens) found = []
    else found.push(at.seq)
  return found
}
