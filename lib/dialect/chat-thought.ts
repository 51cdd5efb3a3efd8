import { quoted, runs } from "#lib/wire/writer.ts"
import { claimOf, made } from "./claims.ts"
import type { Context } from "./context.ts"
import type { Field } from "./head.ts"
import { reasonedVerdict, reasoningDropped } from "./reasoning.ts"
import type { SettledPart } from "./settle.ts"
import { joined } from "./text.ts"
import { isCall, type TurnPart } from "./turn.ts"
import { clean } from "./unicode.ts"

type ReasoningPart = Extract<SettledPart, { readonly is: "reasoning" }>

/** Reasoning in the target's own field, before all that its reply says; a signed form this dialect has none of. */
export const thoughtPart = (part: ReasoningPart, last: number, context: Context): TurnPart => {
  const verdict = reasonedVerdict(part.held, part.message, part.alone, last, context)
  if (verdict.as !== "field") return reasoningDropped(part.held, verdict)
  const stored = part.held.block.text
  const text = clean(stored)
  const claim = claimOf(part.held, [
    part.behind ? "order-lost" : undefined,
    text === stored ? undefined : "unicode-replaced",
  ])
  return { is: "thought", runs: [{ text, claim }] }
}

/** The reasoning field: what was stored, or the filler where the row demands one. */
export const thoughtField = (
  parts: readonly TurnPart[],
  { target: { reasoning } }: Context,
): readonly Field[] => {
  if (reasoning.form !== "field") return []
  const texts = parts.flatMap((part) => (part.is === "thought" ? [part.runs] : []))
  if (texts.length > 0) return [[reasoning.name, runs(joined(texts))]]
  const { filler } = reasoning
  if (filler === undefined || (filler.on === "calls" && !parts.some(isCall))) return []
  return [[reasoning.name, quoted(filler.text, made("reasoning-filler"))]]
}
