import type { LineBlock } from "#lib/line/item.ts"
import { lineOf } from "#lib/line/line.ts"
import type { BlockOf } from "#lib/record/block.ts"
import type { Draft } from "#lib/record/build.ts"
import type { Entry } from "#lib/record/entry.ts"
import { fine, refused } from "#lib/record/problem.ts"
import { type Planned, planOf } from "./plan.ts"

/** How many of the newest results stay whole where nothing else is asked. */
export const defaultKeep = 5

type Result = LineBlock<BlockOf<"tool-result">>

const isResult = (held: LineBlock): held is Result => held.block.kind === "tool-result"

const mediaOf = ({ content }: Result): number => content.filter(({ block }) => block.kind !== "text").length

/** UTF-16 units of a result's text as it is in force. */
const sizeOf = ({ content }: Result): number =>
  content.reduce((sum, { block }) => sum + (block.kind === "text" ? block.text.length : 0), 0)

const marker = (held: Result): string => {
  const media = mediaOf(held)
  const beside = media === 0 ? "" : ` and ${media} picture${media === 1 ? "" : "s"} or files`
  return `[The result of ${held.block.name} was cleared to save space: ${sizeOf(held)} characters${beside}]`
}

const cleared = (held: Result): Draft => {
  const { callId, name, isError, kind } = held.block
  return {
    kind: "replacement",
    of: held.id,
    with: { kind, callId, name, isError, content: [{ kind: "text", text: marker(held) }] },
    reason: "cleared",
  }
}

/** Results of the line that clearing makes smaller; a provider's own stay, since only its own JSON is valid there. */
const results = (entries: readonly Entry[]): readonly Result[] => {
  const already = new Set(
    entries.flatMap((entry) =>
      entry.kind === "replacement" && entry.reason === "cleared" ? [`${entry.seq}.0`] : [],
    ),
  )
  return lineOf(entries).items.flatMap((item) =>
    item.kind === "message" && item.entry.audience !== "surface"
      ? item.blocks
          .filter(isResult)
          .filter((held) => held.block.providerExecuted !== true && !already.has(held.id))
      : [],
  )
}

/**
 * Clears tool results of the line: all but the newest `keep`, those with at least `least` UTF-16 units of text (or a
 * picture or file), where the marker is smaller than what it stands for. Problem `plan-empty` {kind}: there are none.
 */
export const planMicrocompaction = (
  entries: readonly Entry[],
  { keep = defaultKeep, least = 0 }: { readonly keep?: number; readonly least?: number } = {},
): Planned => {
  const all = results(entries)
  const bulky = all
    .slice(0, Math.max(0, all.length - keep))
    .filter((held) => mediaOf(held) > 0 || (sizeOf(held) >= least && sizeOf(held) > marker(held).length))
  if (bulky.length === 0) return refused("plan-empty", { kind: "microcompaction" })
  const counts = { results: bulky.length, characters: bulky.reduce((sum, held) => sum + sizeOf(held), 0) }
  return fine(planOf(entries, { kind: "microcompaction", drafts: bulky.map(cleared), counts }))
}
