import { lineOf } from "#lib/line/line.ts"
import type { OutReason } from "#lib/line/out.ts"
import type { Block, BlockId } from "#lib/record/block.ts"
import type { Entry } from "#lib/record/entry.ts"
import { roundsOf } from "#lib/rounds/rounds.ts"

/** What the record's line says of its blocks: why some are out of it, and which result answers which call. */
export type Standing = {
  readonly out: ReadonlyMap<BlockId, OutReason>
  readonly answers: ReadonlyMap<BlockId, Block>
  /** Results that are shown with their call. */
  readonly shown: ReadonlySet<BlockId>
}

type Pairs = { readonly answers: Map<BlockId, Block>; readonly shown: Set<BlockId> }

/** Calls that are out of the line, each with the result that is out of it too and follows. */
const pairOut = (entries: readonly Entry[], out: Standing["out"], { answers, shown }: Pairs): void => {
  const open = new Map<string, BlockId>()
  for (const entry of entries) {
    if (entry.kind !== "message") continue
    for (const [index, block] of entry.blocks.entries()) {
      const id = `${entry.seq}.${index}`
      if (block.kind === "tool-call") open.set(block.callId, id)
      if (block.kind !== "tool-result" || !out.has(id)) continue
      const call = open.get(block.callId)
      if (call === undefined || out.get(call) !== out.get(id) || answers.has(call)) continue
      answers.set(call, block)
      shown.add(id)
    }
  }
}

export const standingOf = (entries: readonly Entry[]): Standing => {
  const line = lineOf(entries)
  const out = new Map(line.out.map(({ id, reason }) => [id, reason]))
  const pairs: Pairs = { answers: new Map(), shown: new Set() }
  for (const segment of roundsOf(entries, line).segments) {
    if (segment.kind !== "response") continue
    for (const { held, result } of segment.calls) {
      if (result === undefined) continue
      const content = result.held.content.map((inner) => inner.block)
      pairs.answers.set(held.id, { ...result.held.block, content })
      pairs.shown.add(result.held.id)
    }
  }
  pairOut(entries, out, pairs)
  return { out, ...pairs }
}
