import fc from "fast-check"
import { type Target, targets } from "#lib/dialect/targets.ts"
import { type PlanAsk, planFor } from "#lib/plan/ask.ts"
import { afterwards, behind, type Plan, type PlanKind, type Planned } from "#lib/plan/plan.ts"
import { undoable } from "#lib/plan/undo.ts"
import { extend, type Projection, project } from "#lib/project.ts"
import { objectBytes } from "#lib/record/arbitrary/media.ts"
import { anyRecord } from "#lib/record/arbitrary/record.ts"
import type { Draft } from "#lib/record/build.ts"
import type { Entry } from "#lib/record/entry.ts"
import { admission, parseEntry, type RecordLog } from "#lib/record/record.ts"
import { unreachable } from "#lib/unreachable.ts"
import { judge, sentences } from "./judge.ts"

/** What is asked of a plan, as shares of what the record has: so that it fits every record, and shrinks with it. */
export type Ask = {
  readonly kind: PlanKind
  readonly share: number
  readonly few: number
  readonly keep: boolean
}

export const summaryText = "What came before, in short: 4711."

const ask: fc.Arbitrary<Ask> = fc.record({
  kind: fc.constantFrom<PlanKind>("compaction", "microcompaction", "rewind", "repair", "undo", "fork"),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  few: fc.nat({ max: 4 }),
  keep: fc.boolean(),
})

/** What is asked, put in this record's own numbers. */
const askOf = (entries: readonly Entry[], { kind, share, few, keep }: Ask): PlanAsk => {
  const seq = Math.max(1, Math.round(share * entries.length))
  switch (kind) {
    case "compaction":
      return { kind, summary: summaryText, preserve: few }
    case "microcompaction":
      return { kind, keep: few }
    case "rewind":
      return { kind, to: seq, keep }
    case "repair":
      return { kind }
    case "fork":
      return { kind, through: seq }
    case "undo": {
      const acts = undoable(entries)
      return { kind, of: acts.slice(Math.floor(share * (acts.length - 1))).slice(0, 1) }
    }
    default:
      return unreachable(kind)
  }
}

/** The plan that is asked for, for this record. */
export const planAsked = (entries: readonly Entry[], asked: Ask): Planned =>
  planFor(entries, askOf(entries, asked))

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

/** What takes a plan back: an undo of each of its entries; a fork is deleted instead. */
const takenBack = (entries: readonly Entry[], plan: Plan): readonly Entry[] => {
  const after = afterwards(entries, plan)
  const acts = after.slice(entries.length).map(({ seq }) => seq)
  return behind(
    after,
    acts.toReversed().map((of): Draft => ({ kind: "undo", of })),
  )
}

const returns = (entries: readonly Entry[], plan: Plan, target: Target): readonly string[] => {
  if (plan.kind === "fork" || plan.kind === "undo") return []
  const before = project({ entries }, target, options).wire.text()
  const again = project({ entries: takenBack(entries, plan) }, target, options).wire.text()
  return before === again ? [] : [`${target.id} undone, the wire is not as it was:\n${before}\n${again}`]
}

/** Reasons that say that a call and its result were parted. */
const parted: ReadonlySet<string> = new Set(["result-outside", "result-orphan"])

const partings = ({ crossings }: Projection): number =>
  crossings.all().filter(({ reason = "" }) => parted.has(reason)).length

/** A compaction's summary stands once, and no call loses its result by it. */
const compacts = (entries: readonly Entry[], after: readonly Entry[], target: Target): readonly string[] => {
  const [old, young] = [project({ entries }, target, options), project({ entries: after }, target, options)]
  const times = young.wire.text().split(summaryText).length - 1
  return [
    ...(times === 1 ? [] : [`${target.id} has the summary ${times} times`]),
    ...(partings(young) <= partings(old) ? [] : [`${target.id} parts a call and its result`]),
  ]
}

/** The same record whose agent mirrors escapes: few random words do so by themselves. */
const mirroring = (record: RecordLog): RecordLog => ({
  ...record,
  entries: record.entries.map((entry) =>
    entry.kind !== "message" || entry.role !== "assistant"
      ? entry
      : {
          ...entry,
          blocks: entry.blocks.map((block) =>
            block.kind === "text" && block.native === undefined
              ? { ...block, text: `${block.text} said \\"so\\" and \`\\"\`` }
              : block,
          ),
        },
  ),
})

/** What is wrong with one plan for one record; empty where nothing is. */
export const faultsOf = (record: RecordLog, asked: Ask, only: readonly Target[]): readonly string[] => {
  const { entries } = record
  const planned = planAsked(entries, asked)
  if (!planned.ok) return []
  const plan = planned.value
  const after = afterwards(entries, plan)
  const unfit = invalid(after)
  if (unfit.length > 0) return unfit
  return only.flatMap((target) => [
    ...returns(entries, plan, target),
    ...(plan.kind === "compaction" ? compacts(entries, after, target) : []),
    ...sentences(judge({ project, extend }, { ...record, entries: after }, target, options)),
  ])
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
  const records = fc.tuple(anyRecord(length), ask).map(([record, asked]) => ({
    record: asked.kind === "repair" ? mirroring(record) : record,
    asked,
  }))
  const property = fc.property(records, ({ record, asked }) => {
    onRun?.(++n)
    const plan = planAsked(record.entries, asked)
    if (plan.ok) count(planned, plan.value.kind)
    else count(refused, `${asked.kind} ${plan.problem.id}`)
    return faultsOf(record, asked, only).length === 0
  })
  const { counterexample } = fc.check(property, { numRuns: runs, seed })
  if (counterexample === null) return { planned, refused, found: undefined }
  const [{ record, asked }] = counterexample
  return { planned, refused, found: { record, ask: asked, says: faultsOf(record, asked, only) } }
}
