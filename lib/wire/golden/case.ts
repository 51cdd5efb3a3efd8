import type { Draft } from "#lib/record/build.ts"

/**
 * One conversation whose wire is kept for review on every target. `says`: what must be seen in it, in words; the tricky
 * ones are also asserted by hand in `shapes.test.ts`.
 */
export type Case = {
  /** Names the golden: `<name>.<target>.json`. */
  readonly name: string
  readonly says: string
  readonly drafts: readonly Draft[]
  readonly policy?: Policy
}

/** Policies of a projection, by the names that `project` has for them. */
export type Policy = {
  readonly lastCalls?: number
  readonly maxToolChars?: number
  readonly cacheMarks?: boolean
  readonly vision?: boolean
}
