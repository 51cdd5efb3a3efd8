import { setImmediate as pause } from "node:timers/promises"
import { scan } from "#lib/live/secrets/scan.ts"
import { type PlanAsk, planFor } from "#lib/plan/ask.ts"
import { cutFor } from "#lib/plan/compaction.ts"
import { type Effect, effectOf } from "#lib/plan/effect.ts"
import { promptTexts, type SummaryPrompt, summaryPrompt } from "#lib/plan/summary-prompt.ts"
import type { Seq } from "#lib/record/entry.ts"
import { fine, type Outcome } from "#lib/record/problem.ts"
import { bodyDiff } from "#lib/view/body-diff.ts"
import { type PlanView, planView } from "#lib/view/plan-view.ts"
import type { RequestDiff } from "#lib/view/request-diff.ts"
import { type Found, found, kept } from "./opened.ts"
import type { Worked } from "./worked.ts"

/** An act asked for a record as it was after entry `head`; absent: as it is. */
export type AskedPlan = {
  readonly record: string
  readonly target: string
  readonly head: Seq | undefined
  readonly ask: PlanAsk
}

/** Stands for a summary that is not written, where only what it would cover is asked for. */
const unwritten = "…"

const isUnwritten = (ask: PlanAsk): boolean => ask.kind === "compaction" && ask.summary.trim() === ""

const shapeOf = (ask: PlanAsk): PlanAsk =>
  ask.kind === "compaction" && isUnwritten(ask) ? { ...ask, summary: unwritten } : ask

/** What a worked plan weighs in memory: both wires dominate. */
const weightOf = ({ plan, effect }: Worked): number =>
  ((effect?.before.text.length ?? 0) + (effect?.after.text.length ?? 0)) * 2 + plan.head * 50

/** Plans are worked out once for the same question; others get their turn between plan and wires. */
const work = async (read: Found, ask: PlanAsk): Promise<Outcome<Worked>> => {
  const key = JSON.stringify([...JSON.parse(read.key), ask])
  const known = kept().plans.get(key)
  if (known !== undefined) return fine(known)
  const { entries } = read.log
  const plan = planFor(entries, shapeOf(ask))
  if (!plan.ok) return plan
  await pause()
  const effect = isUnwritten(ask)
    ? undefined
    : effectOf(entries, plan.value, read.target, { objects: read.objects })
  await pause()
  const worked = { plan: plan.value, effect, view: planView(entries, plan.value, effect) }
  kept().plans.put(key, worked, weightOf(worked))
  return fine(worked)
}

const asked = ({ record, target, head }: AskedPlan) =>
  found({ record, target, asOf: head, vision: undefined })

/** A plan, worked out; writes nothing. Problems: those of `found` and of the plan. */
export const worked = async (of: AskedPlan): Promise<Outcome<Worked>> => {
  const read = await asked(of)
  return read.ok ? work(read.value, of.ask) : read
}

/** What an act would do, for the screen. Problems as `worked`. */
export const planned = async (of: AskedPlan): Promise<Outcome<PlanView>> => {
  const plan = await worked(of)
  return plan.ok ? fine(plan.value.view) : plan
}

const diffOf = ({ before, after, cut }: Effect, { target }: Found): RequestDiff =>
  bodyDiff(
    { before: Buffer.from(before.text), now: Buffer.from(after.text) },
    target.dialect,
    cut === undefined ? undefined : { pointer: cut.pointer, bytes: [cut.byteBefore, cut.byte] },
  )

/** The wire before an act against the wire after it; undefined where there is no later one yet. Problems as `planned`. */
export const plannedDiff = async (of: AskedPlan): Promise<Outcome<RequestDiff | undefined>> => {
  const read = await asked(of)
  if (!read.ok) return read
  const worked = await work(read.value, of.ask)
  if (!worked.ok) return worked
  const { effect } = worked.value
  return fine(effect === undefined ? undefined : diffOf(effect, read.value))
}

type AskedPrompt = { readonly record: string; readonly head: Seq; readonly preserve: number }

/** What a model would be given to write a summary from. Problems: those of `found`; `plan-empty` {kind}. */
export const promptOf = async ({ record, head, preserve }: AskedPrompt): Promise<Outcome<SummaryPrompt>> => {
  const read = await found({ record, target: undefined, asOf: head, vision: undefined })
  if (!read.ok) return read
  const { entries } = read.value.log
  const cut = cutFor(entries, preserve)
  if (!cut.ok) return cut
  return fine(summaryPrompt(entries, cut.value, await scan(promptTexts(cut.value))))
}
