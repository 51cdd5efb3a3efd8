import type { LineBlock, LineMessage } from "#lib/line/item.ts"
import type { BlockOf } from "#lib/record/block.ts"
import type { Proof } from "#lib/record/proof.ts"
import type { Reason } from "#lib/wire/reason.ts"
import { droppedOf } from "./claims.ts"
import type { Context } from "./context.ts"
import type { TurnPart } from "./turn.ts"
import { isBlank, isClean } from "./unicode.ts"

/** How reasoning crosses, as the row asks: as its maker signed it, in a field of the target's, or not at all (design 3.5). */
export type Reasoned =
  | { readonly as: "signed"; readonly proof: Proof; readonly unproven: boolean }
  | { readonly as: "field" }
  | { readonly as: "dropped"; readonly reason: Reason }

const isMaker = (message: LineMessage, { target, model, header }: Context): boolean => {
  const { maker } = message.entry
  if (maker === undefined) return false
  const account = header?.target.account
  return (
    maker.provider === target.provider &&
    maker.api === target.api &&
    maker.model === model &&
    (account === undefined || maker.account === undefined || account === maker.account)
  )
}

const dropped = (reason: Reason): Reasoned => ({ as: "dropped", reason })

/**
 * Whether a proof may stand on this wire: of a kind the row takes, from the wire's own maker, in clean Unicode.
 * Undefined where it may; else the reason.
 */
export const proofRefused = (
  proof: Proof | undefined,
  message: LineMessage,
  context: Context,
): Reason | undefined => {
  const { reasoning } = context.target
  if (proof === undefined || proof.value === "") return "reasoning-unsigned"
  if (reasoning.form !== "signed" || !reasoning.proofs.includes(proof.kind) || !isMaker(message, context))
    return "reasoning-foreign"
  return isClean(proof.value) ? undefined : "reasoning-unicode"
}

/**
 * `alone`: nothing that crosses stands behind it in its response. `last`: the newest message that holds a result bound
 * to a response that stands before this one: a result that came later than the block changed what stands before it.
 */
export const reasonedVerdict = (
  held: LineBlock<BlockOf<"reasoning">>,
  message: LineMessage,
  alone: boolean,
  last: number,
  context: Context,
): Reasoned => {
  const { proof, text } = held.block
  const { reasoning } = context.target
  if (reasoning.form === "field") {
    if (isBlank(text)) return dropped("text-blank")
    return alone ? dropped("reasoning-alone") : { as: "field" }
  }
  const refused = proofRefused(proof, message, context)
  if (refused !== undefined && refused !== "reasoning-unicode") return dropped(refused)
  const bound = reasoning.form === "signed" && reasoning.bound === "prefix"
  const binding = bound ? context.line.binding(message.entry.seq) : "same"
  if (binding === "changed" || (bound && last > message.entry.seq)) return dropped("reasoning-rebound")
  if (refused !== undefined || !isClean(text) || proof === undefined) return dropped("reasoning-unicode")
  return alone ? dropped("reasoning-alone") : { as: "signed", proof, unproven: binding === "unproven" }
}

/** The dropped crossing of reasoning that does not cross in the one form that a dialect has. */
export const reasoningDropped = (
  held: LineBlock,
  verdict: Reasoned,
): Extract<TurnPart, { readonly is: "dropped" }> => ({
  is: "dropped",
  claim: droppedOf(held, verdict.as === "dropped" ? verdict.reason : "reasoning-foreign"),
})
