import type { TargetId } from "#lib/dialect/targets.ts"
import type { Beside } from "../../lint.ts"

/** Two bodies that differ in one thing: a rule speaks of the first and not of the second. */
export type Example = {
  readonly target: TargetId
  readonly fires: string
  readonly misses: string
  /** What both are read with; of the near miss, where it differs. */
  readonly beside?: Beside
  readonly missesBeside?: Beside
}

export type Examples = { readonly [rule: string]: Example }

export const example = (
  target: TargetId,
  fires: string,
  misses: string,
  beside?: Beside,
  missesBeside?: Beside,
): Example => ({
  target,
  fires,
  misses,
  ...(beside === undefined ? {} : { beside }),
  ...(missesBeside === undefined ? {} : { missesBeside }),
})
