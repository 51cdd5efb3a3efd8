import type { Target } from "#lib/dialect/targets.ts"
import { extend, project } from "#lib/project.ts"
import { hunt, logOf } from "./hunt.ts"
import { missing } from "./tally.ts"

/**
 * 2,000 random records, the same ones each time, on some of the targets: what breaks a law, and what can occur and did
 * not. `npm run laws` looks further.
 */
export const faultsOfRandom = (only: readonly Target[]): readonly string[] => {
  const { tallies, found } = hunt({
    runs: 2000,
    seed: 20261130,
    length: 14,
    only,
    subject: { project, extend },
  })
  if (found !== undefined) return [...found.says, JSON.stringify(found.policy), logOf(found.record)]
  return [...tallies].flatMap(([target, tally]) =>
    missing(target, tally).map((key) => `${target.id} never had ${key}`),
  )
}
