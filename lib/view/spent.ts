import type { Message } from "#lib/record/entry.ts"
import { costOf } from "./prices.ts"
import { wordsOf } from "./shown.ts"
import { number } from "./words.ts"

/** Tokens and their price. `isEstimate`: some of it was guessed from characters; `isUnpriced`: some of it has no known price. */
export type Sum = {
  readonly input: number
  readonly output: number
  /** US dollars of what has a price. */
  readonly cost: number
  readonly isEstimate: boolean
  readonly isUnpriced: boolean
}

/** What a conversation has used: all replies, those that were rewound too, since they were paid for. */
export type Spent = {
  /** All replies but the last. */
  readonly before: Sum
  readonly last: (Sum & { readonly responseId?: string }) | undefined
}

const nothing: Sum = { input: 0, output: 0, cost: 0, isEstimate: false, isUnpriced: false }

export const unspent: Spent = { before: nothing, last: undefined }

const add = (one: Sum, other: Sum): Sum => ({
  input: one.input + other.input,
  output: one.output + other.output,
  cost: one.cost + other.cost,
  isEstimate: one.isEstimate || other.isEstimate,
  isUnpriced: one.isUnpriced || other.isUnpriced,
})

/** Tokens are guessed as a quarter of the characters. */
export const guessed = (chars: number): number => Math.ceil(chars / 4)

const sumOf = ({ usage, maker, blocks }: Message): Sum => {
  const known = usage ?? {
    output: guessed(blocks.reduce((sum, block) => sum + wordsOf(block).length, 0)),
  }
  const cost = maker === undefined ? undefined : costOf(maker.model, known)
  return {
    input: known.input ?? 0,
    output: known.output ?? 0,
    cost: cost ?? 0,
    isEstimate: usage === undefined,
    isUnpriced: cost === undefined,
  }
}

/** One more message: an agent's adds to what is spent. Messages of one response are paid once, as its last has it. */
export const spend = (spent: Spent, message: Message): Spent => {
  if (message.speaker.kind === "human" && spent.last?.responseId !== undefined) {
    const { responseId: _, ...last } = spent.last
    return { ...spent, last } // what a person says ends a response: a later one of its id is another
  }
  if (message.speaker.kind !== "agent") return spent
  const { responseId } = message
  const isSame = responseId !== undefined && responseId === spent.last?.responseId
  const before = isSame || spent.last === undefined ? spent.before : add(spent.before, spent.last)
  return { before, last: { ...sumOf(message), ...(responseId === undefined ? {} : { responseId }) } }
}

export const totalOf = ({ before, last }: Spent): Sum => (last === undefined ? before : add(before, last))

/** An amount in words, small ones by their first digit: `$0.02`, `$0.0004`. */
export const dollars = (cost: number): string =>
  cost === 0 ? "$0" : cost < 0.01 ? `$${cost.toPrecision(1)}` : `$${cost.toFixed(2)}`

const costWords = ({ cost, isUnpriced }: Sum): string => {
  if (!isUnpriced) return cost === 0 ? "$0" : `~${dollars(cost)}`
  return cost === 0 ? "price unknown" : `~${dollars(cost)} and what has no known price`
}

/** A sum in words: `1,204 tokens in · 56 out · ~$0.02`. What was guessed has a tilde; an unknown prompt is not told. */
export const sumWords = (sum: Sum): string => {
  const tilde = sum.isEstimate ? "~" : ""
  const output = `${tilde}${number(sum.output)}`
  const tokens =
    sum.input === 0 ? `${output} tokens out` : `${tilde}${number(sum.input)} tokens in · ${output} out`
  return `${tokens} · ${costWords(sum)}`
}
