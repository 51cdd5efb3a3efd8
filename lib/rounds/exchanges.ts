import type { Block } from "#lib/record/block.ts"
import { traits } from "#lib/record/block.ts"
import type { Message, Seq } from "#lib/record/entry.ts"

/** Call and result pair only with equal `providerExecuted`: its key is the id with that. */
export const exchangeKey = (block: { readonly callId: string; readonly providerExecuted?: true }): string =>
  block.providerExecuted === true ? `server ${block.callId}` : `client ${block.callId}`

type Mention = { readonly seq: Seq; readonly index: number; readonly opens: boolean }

/**
 * Every call and result of the record by key, in record order, rewound and covered ones too: pairing is decided over
 * the full record, not the slice in force (`common/slice-lookup`). Surface-only messages take no part.
 */
export type Exchanges = Map<string, Mention[]>

const names = (block: Block): block is Extract<Block, { readonly callId: string }> =>
  traits[block.kind].opensCall || traits[block.kind].closesCall

/** Takes the next message of the record in. */
export const mention = (exchanges: Exchanges, message: Message): void => {
  if (message.audience === "surface") return
  for (const [index, block] of message.blocks.entries()) {
    if (!names(block)) continue
    const made = { seq: message.seq, index, opens: traits[block.kind].opensCall }
    const key = exchangeKey(block)
    const known = exchanges.get(key)
    if (known === undefined) exchanges.set(key, [made])
    else known.push(made)
  }
}

/** The message that holds the nearest call with this key before a result of message `seq`, block `index`. */
export const nearestCall = (exchanges: Exchanges, key: string, seq: Seq, index: number): Seq | undefined =>
  exchanges.get(key)?.findLast((at) => at.opens && (at.seq < seq || (at.seq === seq && at.index < index)))
    ?.seq

/** Messages that hold a result with this key behind the call of message `seq`, block `index`, up to the next call with it. */
export const resultsBehind = (exchanges: Exchanges, key: string, seq: Seq, index: number): readonly Seq[] => {
  const behind = (exchanges.get(key) ?? []).filter(
    (at) => at.seq > seq || (at.seq === seq && at.index > index),
  )
  const next = behind.findIndex((at) => at.opens)
  return (next < 0 ? behind : behind.slice(0, next)).map((at) => at.seq)
}
