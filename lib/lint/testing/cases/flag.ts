import type { TargetId } from "#lib/dialect/targets.ts"
import type { Beside } from "../../lint.ts"

/** A body that failed in the field, and each rule that it breaks, in order of place. */
export type Flag = readonly [
  number: string,
  what: string,
  target: TargetId,
  body: string,
  expected: readonly (readonly [rule: string, pointer: string])[],
  beside: Beside,
]

export const flag = (
  number: string,
  what: string,
  target: TargetId,
  body: string,
  expected: readonly (readonly [rule: string, pointer: string])[],
  beside: Beside = {},
): Flag => [number, what, target, body, expected, beside]
