import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { targets } from "#lib/dialect/targets.ts"
import { type Options, project } from "#lib/project.ts"
import { objectBytes } from "#lib/record/arbitrary/media.ts"
import { anyRecord } from "#lib/record/arbitrary/record.ts"
import { record } from "#lib/record/build.ts"
import type { RecordLog } from "#lib/record/record.ts"
import { cases } from "#lib/wire/golden/cases.ts"
import { errorsOf } from "./of-projection.ts"

/** Law 6 on every target, also those whose other laws are checked elsewhere. */

const errors = (of: RecordLog, policy: Omit<Options, "objects"> = {}): readonly string[] =>
  targets.flatMap((target) =>
    errorsOf(project(of, target, { ...policy, objects: objectBytes })).map(
      ({ rule, pointer, facts }) => `${target.id} ${rule} ${pointer} ${JSON.stringify(facts)}`,
    ),
  )

describe("no provider would refuse a golden case", () => {
  it.each(cases.map((of) => [of.name, of] as const))("%s", (_, of) => {
    expect(errors(record(...of.drafts), of.policy)).toEqual([])
  })
})

it("no provider would refuse a random record", { timeout: 120_000 }, () => {
  const policy = fc.constantFrom(
    {},
    {},
    { maxToolChars: 20 },
    { lastCalls: 1 },
    { vision: true },
    { cacheMarks: true },
  )
  fc.assert(
    fc.property(anyRecord(14), policy, (of, chosen) => {
      expect(errors(of, chosen)).toEqual([])
    }),
    { numRuns: 300, seed: 20261130 },
  )
})
