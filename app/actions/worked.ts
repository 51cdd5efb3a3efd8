import type { Effect } from "#lib/plan/effect.ts"
import type { Plan } from "#lib/plan/plan.ts"
import type { PlanView } from "#lib/view/plan-view.ts"

/** A plan as it was worked out. A compaction without a summary has no later wire yet. */
export type Worked = { readonly plan: Plan; readonly view: PlanView; readonly effect: Effect | undefined }
