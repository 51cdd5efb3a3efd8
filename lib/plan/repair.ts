import type { LineBlock } from "#lib/line/item.ts"
import { lineOf } from "#lib/line/line.ts"
import type { BlockOf } from "#lib/record/block.ts"
import type { Draft } from "#lib/record/build.ts"
import type { Entry } from "#lib/record/entry.ts"
import { fine, refused } from "#lib/record/problem.ts"
import { isProse, loneQuotes } from "#lib/record/quotes.ts"
import { type Planned, planOf } from "./plan.ts"

/** The text with each of these backslashes left out. */
const without = (text: string, backslashes: readonly number[]): string => {
  let at = 0
  let plain = ""
  for (const from of backslashes) {
    plain += text.slice(at, from)
    at = from + 1
  }
  return plain + text.slice(at)
}

type Text = LineBlock<BlockOf<"text">>

const isText = (held: LineBlock): held is Text => held.block.kind === "text"

/** A signature stands for a text as it was made, so a signed one is left as it is. */
const isSigned = ({ block }: Text): boolean => block.proof !== undefined

/** The agent's own texts in force. */
const prose = (entries: readonly Entry[]): readonly Text[] =>
  lineOf(entries).items.flatMap((item) =>
    item.kind === "message" && isProse(item.entry) ? item.blocks.filter(isText) : [],
  )

type Mirrored = { readonly held: Text; readonly at: readonly number[] }

const mirrored = (entries: readonly Entry[]): readonly Mirrored[] =>
  prose(entries).flatMap((held) => {
    const at = loneQuotes(held.block.text)
    return at.length === 0 ? [] : [{ held, at }]
  })

const quotesOf = (texts: readonly Mirrored[]): number => texts.reduce((sum, { at }) => sum + at.length, 0)

/** How many lone escaped quotes stand in the agent's prose in force, signed texts among it. */
export const quotesInForce = (entries: readonly Entry[]): number => quotesOf(mirrored(entries))

const repaired = ({ held: { id, block }, at }: Mirrored): Draft => {
  const { native: _, ...own } = block // its provider's own JSON holds the text as it was
  return {
    kind: "replacement",
    of: id,
    with: { ...own, text: without(block.text, at) },
    reason: "repaired",
  }
}

/**
 * Turns lone escaped quotes in the agent's prose into plain ones; counts `quotes`, and `signed`: those in signed texts,
 * which stay. Running it twice changes nothing. Problem `plan-empty` {kind, signed}: there are none but those.
 */
export const planRepair = (entries: readonly Entry[]): Planned => {
  const found = mirrored(entries)
  const free = found.filter(({ held }) => !isSigned(held))
  const signed = quotesOf(found) - quotesOf(free)
  if (free.length === 0) return refused("plan-empty", { kind: "repair", signed })
  const counts = { quotes: quotesOf(free), signed }
  return fine(planOf(entries, { kind: "repair", drafts: free.map(repaired), counts }))
}
