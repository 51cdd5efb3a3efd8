import fc from "fast-check"
import { type Target, targets } from "#lib/dialect/targets.ts"
import { type PlanAsk, planFor } from "#lib/plan/ask.ts"
import { afterwards, type Plan, type PlanKind, type Planned, planKinds } from "#lib/plan/plan.ts"
import { extend, project } from "#lib/project.ts"
import { objectBytes } from "#lib/record/arbitrary/media.ts"
import { anyRecord } from "#lib/record/arbitrary/record.ts"
import type { Entry } from "#lib/record/entry.ts"
import { admission, parseEntry, type RecordLog } from "#lib/record/record.ts"
import { judge, sentences } from "./judge.ts"
import { type Asked, anyAsked, askOf, mirroring } from "./plan-asks.ts"
import { planLaws, promptFaults } from "./plan-laws.ts"

const options = { objects: objectBytes }

/** Why entries are no valid record; empty where they are. */
const invalid = (entries: readonly Entry[]): readonly string[] => {
  const { admit } = admission()
  return entries.flatMap((entry) => {
    const parsed = parseEntry(entry)
    const done = parsed.ok ? admit(parsed.value) : parsed
    return done.ok ? [] : [`entry ${entry.seq} is not valid: ${JSON.stringify(done.problem)}`]
  })
}

/** What is wrong with a plan applied, on one target. */
const faultsOn = (record: RecordLog, ask: PlanAsk, plan: Plan, target: Target): readonly string[] => {
  const after = afterwards(record.entries, plan)
  const verdict = judge({ project, extend }, { ...record, entries: after }, target, options)
  const { seen } = verdict
  if (seen === undefined) return sentences(verdict)
  const again = (entries: readonly Entry[]) => planFor(entries, ask)
  const applied = { entries: record.entries, plan, after, target, options, seen, again }
  return [
    ...planLaws.flatMap((law) => law(applied)).map((says) => `${target.id} ${plan.kind}: ${says}`),
    ...sentences(verdict),
  ]
}

/** A plan of one kind for a random record; a repair is of the same record whose agent mirrors escapes. */
type Case = { readonly record: RecordLog; readonly ask: PlanAsk; readonly planned: Planned }

const caseOf = (random: RecordLog, kind: PlanKind, asked: Asked): Case => {
  const record = kind === "repair" ? mirroring(random) : random
  const ask = askOf(record.entries, kind, asked)
  return { record, ask, planned: planFor(record.entries, ask) }
}

/** What is wrong with one plan for one record; empty where nothing is. */
const faultsOf = ({ record, ask, planned }: Case, only: readonly Target[]): readonly string[] => {
  const { entries } = record
  if (!planned.ok) return []
  const plan = planned.value
  const unfit = invalid(afterwards(entries, plan))
  if (unfit.length > 0) return unfit
  return [
    ...(ask.kind === "compaction" ? promptFaults(entries, ask.preserve) : []),
    ...only.flatMap((target) => faultsOn(record, ask, plan, target)),
  ]
}

export type PlanHunt = {
  readonly runs: number
  readonly seed: number
  readonly length: number
  readonly only?: readonly Target[]
  readonly onRun?: (n: number) => void
}

/** What a hunt came to: how often each kind was planned and refused, and the smallest record that shows a fault. */
export type PlansHunted = {
  readonly planned: ReadonlyMap<PlanKind, number>
  readonly refused: ReadonlyMap<string, number>
  readonly found:
    | { readonly record: RecordLog; readonly ask: PlanAsk; readonly says: readonly string[] }
    | undefined
}

const count = <Key>(counts: Map<Key, number>, key: Key): void =>
  void counts.set(key, (counts.get(key) ?? 0) + 1)

const kinds = Object.keys(planKinds) as readonly PlanKind[] // keys of the total table

/** Plans an act of each kind for each random record, applies it, takes it back, and holds all that against all laws. */
export const huntPlans = ({ runs, seed, length, only = targets, onRun }: PlanHunt): PlansHunted => {
  const planned = new Map<PlanKind, number>()
  const refused = new Map<string, number>()
  let n = 0
  const property = fc.property(anyRecord(length), anyAsked, (record, asked) => {
    onRun?.(++n)
    return kinds.every((kind) => {
      const one = caseOf(record, kind, asked)
      if (one.planned.ok) count(planned, kind)
      else count(refused, `${kind} ${one.planned.problem.id}`)
      return faultsOf(one, only).length === 0
    })
  })
  const { counterexample } = fc.check(property, { numRuns: runs, seed })
  if (counterexample === null) return { planned, refused, found: undefined }
  const [random, asked] = counterexample
  const shown = kinds.map((kind) => caseOf(random, kind, asked))
  const faulty = shown.find((one) => faultsOf(one, only).length > 0)
  if (faulty === undefined) throw new Error("A fault that was found once is not found again.")
  return { planned, refused, found: { ...faulty, says: faultsOf(faulty, only) } }
}
