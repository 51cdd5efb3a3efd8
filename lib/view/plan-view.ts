import type { Effect } from "#lib/plan/effect.ts"
import type { Plan, PlanKind } from "#lib/plan/plan.ts"
import type { Entry, Seq } from "#lib/record/entry.ts"
import { type Fates, fatesOf } from "./plan-fates.ts"
import { type Figures, figuresOf } from "./plan-figures.ts"
import { appendWords, movedWords } from "./plan-words.ts"

/** A plan for the screen: what it does to the line and to the wire. Plain data; nothing in it can be applied. */
export type PlanView = Fates & {
  readonly kind: PlanKind
  readonly head: Seq
  readonly rounds: number
  readonly counts: Plan["counts"]
  /** Where the cut was moved back to, and why. */
  readonly moved?: string
  /** What applying writes. */
  readonly appends: string
  /** Absent where there is no later wire yet. */
  readonly figures?: Figures
}

/** A plan as a page shows it; `effect` is absent for one that cannot be applied yet. */
export const planView = (entries: readonly Entry[], plan: Plan, effect: Effect | undefined): PlanView => {
  const moved = movedWords(plan)
  return {
    ...fatesOf(entries, plan),
    kind: plan.kind,
    head: plan.head,
    rounds: plan.rounds.length,
    counts: plan.counts,
    ...(moved === undefined ? {} : { moved }),
    appends: appendWords(plan, entries),
    ...(effect === undefined ? {} : { figures: figuresOf(effect) }),
  }
}
