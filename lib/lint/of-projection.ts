import type { Crossings } from "#lib/dialect/inscription.ts"
import type { Target } from "#lib/dialect/targets.ts"
import type { BlockId } from "#lib/record/block.ts"
import type { Header } from "#lib/record/entry.ts"
import type { Segment } from "#lib/rounds/segment.ts"
import type { Wire } from "#lib/wire/rope.ts"
import type { Finding } from "./finding.ts"
import { lint } from "./lint.ts"
import type { Origin, Provenance } from "./provenance.ts"

/** What the lint takes of a projection. */
export type Projected = {
  readonly target: Target
  readonly model: string
  readonly line: { readonly header: Header | undefined }
  readonly rounds: { readonly segments: readonly Segment[] }
  readonly wire: Pick<Wire, "text">
  readonly crossings: Pick<Crossings, "all">
  readonly working: { readonly options: { readonly vision?: boolean } }
}

const originsOf = (segments: readonly Segment[]): ReadonlyMap<BlockId, Origin> => {
  const origins = new Map<BlockId, Origin>()
  for (const segment of segments) {
    if (segment.kind === "response")
      for (const { held, message } of segment.parts)
        origins.set(held.id, { id: held.id, block: held.block, maker: message.entry.maker })
    if (segment.kind === "said")
      for (const { held } of segment.blocks) origins.set(held.id, { id: held.id, block: held.block })
  }
  return origins
}

/** The block a pointer's piece came from, by the crossing that claims it or the nearest piece around it. */
const blocksOf = (crossings: Pick<Crossings, "all">): ((pointer: string) => BlockId | undefined) => {
  const claims = new Map<string, BlockId>()
  for (const { from, at } of crossings.all())
    if (from !== undefined && "block" in from)
      for (const { pointer } of at) if (!claims.has(pointer)) claims.set(pointer, from.block)
  return (pointer) => {
    for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
      const found = claims.get(at)
      if (found !== undefined) return found
    }
    return undefined
  }
}

/** The record behind a projection's wire; worked out at the first question. */
const provenanceOf = ({ crossings, rounds, line }: Projected): Provenance => {
  let known:
    | {
        readonly block: (pointer: string) => BlockId | undefined
        readonly origins: ReadonlyMap<BlockId, Origin>
      }
    | undefined
  return {
    of: (pointer) => {
      known ??= { block: blocksOf(crossings), origins: originsOf(rounds.segments) }
      const id = known.block(pointer)
      return id === undefined ? undefined : (known.origins.get(id) ?? { id })
    },
    account: line.header?.target.account,
  }
}

/**
 * The lint's findings in a projection's own wire, each with the block that it is about where that is known. Costs as
 * much as writing the wire again, so ask only where they are shown. `previous`: the text of the request before.
 */
export const findingsOf = (projection: Projected, previous?: string): readonly Finding[] =>
  lint(projection.wire.text(), projection.target, {
    model: projection.model,
    vision: projection.working.options.vision,
    provenance: provenanceOf(projection),
    previous,
  })

/** The findings that a provider would refuse the wire for; none, or there is a fault of ours (law 6). */
export const errorsOf = (projection: Projected): readonly Finding[] =>
  findingsOf(projection).filter(({ severity }) => severity === "error")
