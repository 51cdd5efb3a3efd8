import type { LineBlock, LineMessage } from "#lib/line/item.ts"
import type { BlockOf } from "#lib/record/block.ts"
import type { Reason } from "#lib/wire/reason.ts"
import type { Context } from "./context.ts"
import { isClean } from "./unicode.ts"

/** Whether signed reasoning crosses, as the row asks: same maker and, where bound, the same prefix (design 3.5). */
export type Reasoned =
  | { readonly crosses: true; readonly unproven: boolean }
  | { readonly crosses: false; readonly reason: Reason }

const kinds = new Set(["anthropic-signature", "anthropic-redacted"])

const isMaker = (message: LineMessage, { target, model, header }: Context): boolean => {
  const { maker } = message.entry
  if (maker === undefined) return false
  const account = header?.target.account
  return (
    maker.provider === target.provider &&
    maker.api === target.dialect &&
    maker.model === model &&
    (account === undefined || maker.account === undefined || account === maker.account)
  )
}

/**
 * `last`: the newest message that holds a result bound to a response that stands before this one: a result that came
 * later than the block changed what stands before it.
 */
export const reasonedVerdict = (
  held: LineBlock<BlockOf<"reasoning">>,
  message: LineMessage,
  alone: boolean,
  last: number,
  context: Context,
): Reasoned => {
  const { proof, text } = held.block
  const { target } = context
  if (proof === undefined || proof.value === "") return { crosses: false, reason: "reasoning-unsigned" }
  if (target.reasoning.form !== "signed" || !kinds.has(proof.kind) || !isMaker(message, context))
    return { crosses: false, reason: "reasoning-foreign" }
  const binding = target.reasoning.bound === "prefix" ? context.line.binding(message.entry.seq) : "same"
  if (target.reasoning.bound === "prefix" && (binding === "changed" || last > message.entry.seq))
    return { crosses: false, reason: "reasoning-rebound" }
  if (!isClean(text) || !isClean(proof.value)) return { crosses: false, reason: "reasoning-unicode" }
  return alone
    ? { crosses: false, reason: "reasoning-alone" }
    : { crosses: true, unproven: binding === "unproven" }
}
