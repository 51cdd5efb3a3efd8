import type { Finding } from "#lib/lint/finding.ts"
import { type Told, told } from "#lib/lint/told.ts"
import type { Effect, Loss } from "#lib/plan/effect.ts"
import type { BlockId } from "#lib/record/block.ts"
import type { Tokens } from "#lib/sent/tokens.ts"
import { reasons } from "#lib/wire/reason.ts"
import { severityCounts } from "./findings.ts"
import { costOf } from "./prices.ts"

type Pair<Value> = readonly [before: Value, after: Value]

/**
 * What the prompt of a request costs in US dollars where all of the former wire is in the provider's cache: `next` is the
 * request after the act, `later` any behind it. Undefined where no price is known.
 */
export type PromptCost = {
  readonly before: number | undefined
  readonly next: number | undefined
  readonly later: number | undefined
}

/** Signed reasoning that will not cross, by the reason; `sentence` says what that means, empty where it has none. */
export type Lost = { readonly reason: string; readonly sentence: string; readonly blocks: readonly BlockId[] }

type Counted = ReturnType<typeof severityCounts>

/** Findings of both wires: how many of each severity, those that only one of them has, and how many of those are not listed. */
export type FindingsChange = {
  readonly counts: Pair<Counted>
  readonly gone: readonly Told[]
  readonly fresh: readonly Told[]
  readonly unlisted: Pair<number>
}

/** What a plan does to the wire for a target, in figures; tokens and costs are estimates. */
export type Figures = {
  readonly target: string
  readonly model: string
  readonly bytes: Pair<number>
  readonly tokens: Pair<number>
  readonly cache: Tokens
  readonly cut?: NonNullable<Effect["cut"]>
  readonly cost: PromptCost
  readonly reasoningLost: readonly Lost[]
  readonly findings: FindingsChange
}

const promptCost = ({ model, before, after, cache }: Effect): PromptCost => {
  const rewritten = Math.max(0, after.tokens - cache.reused)
  return {
    before: costOf(model, { input: before.tokens, cacheRead: before.tokens }),
    next: costOf(model, { input: after.tokens, cacheRead: cache.reused, cacheWrite: rewritten }),
    later: costOf(model, { input: after.tokens, cacheRead: after.tokens }),
  }
}

const lostBy = (losses: readonly Loss[]): readonly Lost[] => {
  const blocks = new Map<string, BlockId[]>()
  for (const { block, reason } of losses) blocks.set(reason, [...(blocks.get(reason) ?? []), block])
  const sentences: Readonly<Record<string, string>> = reasons
  return [...blocks].map(([reason, of]) => ({ reason, sentence: sentences[reason] ?? "", blocks: of }))
}

/** A finding wherever it has moved to: its rule, and what of the record or the request it is about. */
const identityOf = ({ rule, severity, block, callId, tool, pointer }: Finding): string =>
  [severity, rule, block ?? callId ?? tool ?? pointer.replaceAll(/\d+/g, "")].join(" ")

/** Those of `findings` that the others have not got as often. */
const without = (findings: readonly Finding[], others: readonly Finding[]): readonly Finding[] => {
  const left = new Map<string, number>()
  for (const other of others) left.set(identityOf(other), (left.get(identityOf(other)) ?? 0) + 1)
  return findings.filter((finding) => {
    const count = left.get(identityOf(finding)) ?? 0
    left.set(identityOf(finding), count - 1)
    return count <= 0
  })
}

/** The most findings that are listed of either side. */
const most = 60

const findingsChange = ({ before, after }: Effect): FindingsChange => {
  const gone = without(before.findings, after.findings)
  const fresh = without(after.findings, before.findings)
  return {
    counts: [severityCounts(before.findings), severityCounts(after.findings)],
    gone: gone.slice(0, most).map(told),
    fresh: fresh.slice(0, most).map(told),
    unlisted: [Math.max(0, gone.length - most), Math.max(0, fresh.length - most)],
  }
}

/** The figures of a plan's effect. */
export const figuresOf = (effect: Effect): Figures => {
  const { target, model, before, after, cache, cut, reasoningLost } = effect
  return {
    ...{ target, model, cache },
    bytes: [before.bytes, after.bytes],
    tokens: [before.tokens, after.tokens],
    ...(cut === undefined ? {} : { cut }),
    cost: promptCost(effect),
    reasoningLost: lostBy(reasoningLost),
    findings: findingsChange(effect),
  }
}
