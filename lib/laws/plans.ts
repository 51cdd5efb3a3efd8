import fc from "fast-check"
import { type Target, targets } from "#lib/dialect/targets.ts"
import { type PlanAsk, planFor } from "#lib/plan/ask.ts"
import { afterwards, type Plan, type PlanKind } from "#lib/plan/plan.ts"
import { extend, project } from "#lib/project.ts"
import { objectBytes } from "#lib/record/arbitrary/media.ts"
import type { Entry } from "#lib/record/entry.ts"
import { admission, parseEntry, type RecordLog } from "#lib/record/record.ts"
import { judge, sentences } from "./judge.ts"
import { type Ask, anyAsked, askOf } from "./plan-asks.ts"
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
const faultsOn = (record: RecordLog, asked: PlanAsk, plan: Plan, target: Target): readonly string[] => {
  const after = afterwards(record.entries, plan)
  const verdict = judge({ project, extend }, { ...record, entries: after }, target, options)
  const { seen } = verdict
  if (seen === undefined) return sentences(verdict)
  const again = (entries: readonly Entry[]) => planFor(entries, asked)
  const applied = { entries: record.entries, plan, after, target, options, seen, again }
  return [
    ...planLaws.flatMap((law) => law(applied)).map((says) => `${target.id} ${plan.kind}: ${says}`),
    ...sentences(verdict),
  ]
}

/** What is wrong with one plan for one record; empty where nothing is. */
export const faultsOf = (record: RecordLog, asked: Ask, only: readonly Target[]): readonly string[] => {
  const { entries } = record
  const ask = askOf(entries, asked)
  const planned = planFor(entries, ask)
  if (!planned.ok) return []
  const plan = planned.value
  const unfit = invalid(afterwards(entries, plan))
  if (unfit.length > 0) return unfit
  return [
    ...(plan.kind === "compaction" ? promptFaults(entries, asked.few) : []),
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
    | { readonly record: RecordLog; readonly ask: Ask; readonly says: readonly string[] }
    | undefined
}

const count = <Key>(counts: Map<Key, number>, key: Key): void =>
  void counts.set(key, (counts.get(key) ?? 0) + 1)

/** Plans something for each random record, applies it, takes it back, and holds both against all laws. */
export const huntPlans = ({ runs, seed, length, only = targets, onRun }: PlanHunt): PlansHunted => {
  const planned = new Map<PlanKind, number>()
  const refused = new Map<string, number>()
  let n = 0
  const property = fc.property(anyAsked(length), ({ record, asked }) => {
    onRun?.(++n)
    const plan = planFor(record.entries, askOf(record.entries, asked))
    if (plan.ok) count(planned, plan.value.kind)
    else count(refused, `${asked.kind} ${plan.problem.id}`)
    return faultsOf(record, asked, only).length === 0
  })
  const { counterexample } = fc.check(property, { numRuns: runs, seed })
  if (counterexample === null) return { planned, refused, found: undefined }
  const [{ record, asked }] = counterexample
  return { planned, refused, found: { record, ask: asked, says: faultsOf(record, asked, only) } }
}
