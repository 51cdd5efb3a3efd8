import fc from "fast-check"
import { type Target, targets } from "#lib/dialect/targets.ts"
import type { Options } from "#lib/project.ts"
import { objectBytes, storedObject } from "#lib/record/arbitrary/media.ts"
import { anyRecord } from "#lib/record/arbitrary/record.ts"
import { printLog } from "#lib/record/log.ts"
import type { RecordLog } from "#lib/record/record.ts"
import { judge, sentences } from "./judge.ts"
import type { Subject } from "./law.ts"
import { type Tally, tallyUp } from "./tally.ts"

type Policy = Omit<Options, "objects">

/** Mostly the defaults; now and then a limit or an override. */
const policy: fc.Arbitrary<Policy> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constant({ maxToolChars: 20 }) },
  { weight: 1, arbitrary: fc.constant({ lastCalls: 1 }) },
  { weight: 2, arbitrary: fc.constantFrom({ vision: true }, { vision: true }, { vision: false }) },
  { weight: 1, arbitrary: fc.constant({ cacheMarks: true }) },
)

export type Hunt = {
  readonly runs: number
  readonly seed: number
  /** The most intents a record is grown from. */
  readonly length: number
  readonly subject: Subject
  readonly only?: readonly Target[]
  readonly onRun?: (n: number) => void
}

/** What a hunt came to: tallies by target, and the smallest record that breaks a law, with what it breaks. */
export type Hunted = {
  readonly tallies: ReadonlyMap<Target, Tally>
  readonly found:
    | { readonly record: RecordLog; readonly policy: Policy; readonly says: readonly string[] }
    | undefined
}

/** Every sentence about one record on all targets. */
const faults = (
  hunt: Hunt,
  tallies: ReadonlyMap<Target, Tally>,
  record: RecordLog,
  options: Options,
): readonly string[] =>
  [...tallies].flatMap(([target, tally]) => {
    const verdict = judge(hunt.subject, record, target, options)
    if (verdict.seen !== undefined && verdict.broken.length === 0) tallyUp(tally, verdict.seen, hunt.subject)
    return sentences(verdict)
  })

/** Holds random records against all laws on all targets; stops at the first that breaks one, and shrinks it. */
export const hunt = (of: Hunt): Hunted => {
  const tallies = new Map((of.only ?? targets).map((target): [Target, Tally] => [target, new Map()]))
  let n = 0
  const property = fc.property(anyRecord(of.length), policy, (record, chosen) => {
    of.onRun?.(++n)
    return faults(of, tallies, record, { ...chosen, objects: objectBytes }).length === 0
  })
  const { counterexample } = fc.check(property, { numRuns: of.runs, seed: of.seed })
  if (counterexample === null) return { tallies, found: undefined }
  const [record, chosen] = counterexample
  return {
    tallies,
    found: { record, policy: chosen, says: faults(of, tallies, record, { ...chosen, objects: objectBytes }) },
  }
}

/** A found record as a crossing log, with its objects. */
export const logOf = (record: RecordLog): string => [...printLog(record, storedObject)].join("\n")
