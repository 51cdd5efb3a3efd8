import type { PlanAsk } from "#lib/plan/ask.ts"
import type { Seq } from "#lib/record/entry.ts"
import { unreachable } from "#lib/unreachable.ts"
import type { PlanWish } from "#lib/view/plan-address.ts"

/** A summary as it stands on the page; `by` and `prompt` where a model wrote it. */
export type Written = Pick<Extract<PlanAsk, { readonly kind: "compaction" }>, "summary" | "by" | "prompt">

export const unwritten: Written = { summary: "" }

/** What holds where the address says nothing. */
export type Defaults = {
  readonly preserve: number
  readonly keep: number
  readonly to: Seq
  readonly through: Seq
  /** The newest act that can be taken back; empty where there is none. */
  readonly of: readonly Seq[]
}

/** A wish without anything left open. */
export type Chosen =
  | { readonly kind: "compaction"; readonly preserve: number }
  | { readonly kind: "microcompaction"; readonly keep: number; readonly least: number }
  | { readonly kind: "rewind"; readonly to: Seq; readonly keep: boolean }
  | { readonly kind: "repair" }
  | { readonly kind: "fork"; readonly through: Seq }
  | { readonly kind: "undo"; readonly of: readonly Seq[] }

export const chosenOf = (wish: PlanWish, defaults: Defaults): Chosen => {
  switch (wish.kind) {
    case "compaction":
      return { preserve: defaults.preserve, ...wish }
    case "microcompaction":
      return { keep: defaults.keep, least: 0, ...wish }
    case "rewind":
      return { to: defaults.to, ...wish }
    case "fork":
      return { through: defaults.through, ...wish }
    case "repair":
      return wish
    case "undo":
      return wish.of.length > 0 ? wish : { ...wish, of: defaults.of }
    default:
      return unreachable(wish)
  }
}

/** What is asked to be planned; undefined where there is nothing to ask: no act to take back, no entry to go to. */
export const askOf = (chosen: Chosen, written: Written): PlanAsk | undefined => {
  switch (chosen.kind) {
    case "compaction":
      return { ...chosen, ...written }
    case "rewind":
      return chosen.to > 0 ? chosen : undefined
    case "fork":
      return chosen.through > 0 ? chosen : undefined
    case "undo":
      return chosen.of.length > 0 ? chosen : undefined
    case "microcompaction":
    case "repair":
      return chosen
    default:
      return unreachable(chosen)
  }
}
