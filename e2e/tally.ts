import { writeFileSync } from "node:fs"

/** What one run of a test runner came to. */
export type Tally = {
  readonly passed: number
  readonly failed: number
  /** Each test or suite that did not run, and why. */
  readonly skipped: readonly { readonly name: string; readonly reason: string }[]
}

export const nothing: Tally = { passed: 0, failed: 0, skipped: [] }

export const add = (a: Tally, b: Tally): Tally => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: [...a.skipped, ...b.skipped],
})

/** A whole suite that cannot run here. */
export const leftOut = (name: string, reason: string): Tally => ({ ...nothing, skipped: [{ name, reason }] })

export const totals = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed, ${skipped.length} skipped`

/** Each reason once, with the names it holds for. */
export const reasons = ({ skipped }: Tally): readonly string[] => {
  const by = new Map<string, string[]>()
  for (const { name, reason } of skipped) by.set(reason, [...(by.get(reason) ?? []), name])
  return [...by].map(
    ([reason, names]) => `skipped, ${reason}\n${names.map((name) => `  ${name}\n`).join("")}`,
  )
}

/** Where a runner's reporter leaves its tally for `test.ts`. */
export const tallyVariable = "CROSSING_TALLY"

/** Leaves a tally where `test.ts` asked for it; nowhere when a runner was started by hand. */
export const leave = (tally: Tally): void => {
  const path = process.env[tallyVariable]
  if (path !== undefined) writeFileSync(path, JSON.stringify(tally))
}
