import fc from "fast-check"
import { expect, test } from "vitest"
import { targets } from "#lib/dialect/targets.ts"
import { objectBytes } from "#lib/record/arbitrary/media.ts"
import { anyRecord } from "#lib/record/arbitrary/record.ts"
import { record } from "#lib/record/build.ts"
import type { RecordLog } from "#lib/record/record.ts"
import { cases } from "#lib/wire/golden/cases.ts"
import { type Options, project, wireFor } from "./project.ts"

const objects = objectBytes

/** Targets on which the wire alone is not the projection's. */
const parting = (log: RecordLog, options: Options): readonly string[] =>
  targets
    .filter((target) => {
      const [alone, whole] = [wireFor(log, target, options), project(log, target, options).wire]
      return Buffer.compare(alone.bytes(), whole.bytes()) !== 0 || alone.digest() !== whole.digest()
    })
    .map(({ id }) => id)

test.each(cases)("the wire alone is the projection's: $name", ({ drafts, policy }) => {
  expect(parting(record(...drafts), { ...policy, objects })).toEqual([])
})

const policies: readonly Omit<Options, "objects">[] = [
  {},
  { maxToolChars: 20 },
  { lastCalls: 1 },
  { cacheMarks: true },
]

test("the wire alone is the projection's for random records, wherever they are cut", () => {
  fc.assert(
    fc.property(anyRecord(14), fc.constantFrom(...policies), fc.nat(), (log, policy, cut) => {
      const asOf = log.entries.length - (cut % 4 === 0 ? cut % log.entries.length : 0)
      expect(parting(log, { ...policy, objects, asOf })).toEqual([])
    }),
    { numRuns: 100, seed: 20261130 },
  )
}, 60_000)
