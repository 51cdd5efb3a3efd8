import type { Finding } from "#lib/lint/finding.ts"
import { findingsOf } from "#lib/lint/of-projection.ts"
import { type Options, type Projection, project } from "#lib/project.ts"
import type { BlockId } from "#lib/record/block.ts"
import type { Entry } from "#lib/record/entry.ts"
import { type Body, bodyOf } from "#lib/sent/body.ts"
import { cutBetween } from "#lib/sent/compare.ts"
import { historyOf, sectionsOf } from "#lib/sent/order.ts"
import { tailOf } from "#lib/sent/tail.ts"
import { type Tokens, tokensOf, tokensOfFirst } from "#lib/sent/tokens.ts"
import { afterwards, type Plan } from "./plan.ts"

/** One side of an act: the wire, what it weighs, and what the lint says of it. Tokens are estimates. */
export type Side = {
  readonly text: string
  readonly bytes: number
  readonly sha256: string
  readonly tokens: number
  readonly findings: readonly Finding[]
}

/** Signed reasoning that crossed and will not: the reason is the crossing's. */
export type Loss = { readonly block: BlockId; readonly reason: string }

/**
 * What a plan does to the wire for a target. `cache`: what of the former wire stands again at the beginning, and what
 * loses its cache; `cut`: the byte of each wire from which on they part, absent where the later goes on from the former.
 */
export type Effect = {
  readonly target: string
  /** The model that the later wire is for. */
  readonly model: string
  readonly before: Side
  readonly after: Side
  readonly cache: Tokens
  readonly cut?: { readonly byteBefore: number; readonly byte: number; readonly pointer: string }
  readonly reasoningLost: readonly Loss[]
}

const sideOf = (projection: Projection, body: Body): Side => {
  const { wire, target } = projection
  return {
    text: body.text,
    bytes: wire.length,
    sha256: wire.digest(),
    tokens: tokensOfFirst(body, sectionsOf(target.dialect, body, body)).new,
    findings: findingsOf(projection),
  }
}

/** Blocks of signed reasoning, and what became of each. */
const signedIn = (entries: readonly Entry[]): ReadonlySet<BlockId> =>
  new Set(
    entries.flatMap((entry) =>
      entry.kind === "message"
        ? entry.blocks.flatMap((block, index) =>
            block.kind === "reasoning" && block.proof !== undefined ? [`${entry.seq}.${index}`] : [],
          )
        : [],
    ),
  )

type Fate = { readonly crosses: boolean; readonly reason: string }

const fates = (projection: Projection, blocks: ReadonlySet<BlockId>): ReadonlyMap<BlockId, Fate> =>
  new Map(
    projection.crossings
      .all()
      .flatMap(({ from, how, reason = "" }): [BlockId, Fate][] =>
        from !== undefined && "block" in from && blocks.has(from.block)
          ? [[from.block, { crosses: how !== "dropped", reason }]]
          : [],
      ),
  )

const reasoningLost = (entries: readonly Entry[], old: Projection, young: Projection): readonly Loss[] => {
  const signed = signedIn(entries)
  if (signed.size === 0) return []
  const now = fates(young, signed)
  return [...fates(old, signed)].flatMap(([block, { crosses }]) => {
    const later = now.get(block)
    return crosses && later?.crosses !== true ? [{ block, reason: later?.reason ?? "left-out" }] : []
  })
}

/** Works out what a plan does to the wire for a target: both wires are projected and linted whole. */
export const effectOf = (
  entries: readonly Entry[],
  plan: Plan,
  target: Projection["target"],
  options: Options,
): Effect => {
  const old = project({ entries }, target, options)
  const young = project({ entries: afterwards(entries, plan) }, target, options)
  const [before, now] = [bodyOf(old.wire.bytes()), bodyOf(young.wire.bytes())]
  const sections = sectionsOf(target.dialect, before, now)
  const tail = tailOf(before, old.crossings.all(), historyOf(target.dialect, [now, before]))
  const cut = cutBetween(before, now, sections, tail)
  return {
    target: target.id,
    model: young.model,
    before: sideOf(old, before),
    after: sideOf(young, now),
    cache: tokensOf(before, now, sections, cut, tail),
    ...(cut === undefined
      ? {}
      : {
          cut: {
            byteBefore: before.byteOf(cut.before),
            byte: now.byteOf(cut.now),
            pointer: cut.pointer,
          },
        }),
    reasoningLost: reasoningLost(entries, old, young),
  }
}
