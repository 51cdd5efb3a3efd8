"use server"
import { z } from "zod"
import { withDatabase } from "#db/shared.ts"
import { type Applied, applyStored, type PlannedHere, planStored } from "#lib/live/plans.ts"
import { targetNamed } from "#lib/live/targets.ts"
import { type PlanAsk, planAsk } from "#lib/plan/ask.ts"
import { type Outcome, type Problem, refused } from "#lib/record/problem.ts"
import { effectLines, planLines } from "#lib/view/plan-lines.ts"
import { sentenceOf } from "#lib/view/problems.ts"

type Refusal = { readonly ok: false; readonly problem: Problem; readonly sentence: string }

/** A plan in a few lines: `head` is the entry up to which it was made, `means` says what such an act does. */
export type PlanBrief = {
  readonly head: number
  readonly means: string
  /** The entry that a cut was moved back to, and why, where it was; 0 is the beginning. */
  readonly moved?: { readonly to: number; readonly words: string }
  readonly dropped: number
  readonly record: readonly string[]
  readonly wire: readonly string[]
}

export type BriefAnswer = { readonly ok: true; readonly brief: PlanBrief } | Refusal
export type AppliedAnswer = { readonly ok: true; readonly applied: Applied } | Refusal

type ActAsked = { readonly record: string; readonly ask: PlanAsk }

const record = z.string().min(1).max(200)
const briefly = z.strictObject({ record, ask: planAsk, target: z.string().min(1).max(100) })
const applying = z.strictObject({ record, ask: planAsk, head: z.int().nonnegative() })

const refusal = (problem: Problem): Refusal => ({ ok: false, problem, sentence: sentenceOf(problem) })

const unfit = (name: string, error: z.ZodError): Refusal =>
  refusal(refused("query-invalid", { name, why: z.prettifyError(error) }).problem)

/** One outcome out of what the store gave, and what it was asked for. */
const flat = <Value>(outcome: Outcome<Outcome<Value>>): Outcome<Value> =>
  outcome.ok ? outcome.value : outcome

const briefOf = ({ plan, effect }: PlannedHere): PlanBrief => {
  const [means = "", ...lines] = planLines(plan)
  const { moved } = plan
  const [words = "", ...others] = lines
  return {
    head: plan.head,
    means,
    ...(moved === undefined ? {} : { moved: { to: moved.to, words } }),
    dropped: plan.dropped.length,
    record: moved === undefined ? lines : others,
    wire: effectLines(effect),
  }
}

/** What an act on a record would do, in a few lines, its wire for a target; changes nothing. */
export const planBriefly = async (input: ActAsked & { readonly target: string }): Promise<BriefAnswer> => {
  const parsed = briefly.safeParse(input)
  if (!parsed.success) return unfit("plan", parsed.error)
  const { record, ask, target: named } = parsed.data
  const target = targetNamed(named)
  if (!target.ok) return refusal(target.problem)
  const planned = flat(await withDatabase((db) => planStored(db, record, ask, target.value)))
  if (!planned.ok) return refusal(planned.problem)
  return { ok: true, brief: briefOf(planned.value) }
}

/** Does what was planned for a record of `head` entries; answers where it came to stand. */
export const applyPlan = async (input: ActAsked & { readonly head: number }): Promise<AppliedAnswer> => {
  const parsed = applying.safeParse(input)
  if (!parsed.success) return unfit("plan", parsed.error)
  const { record, ask, head } = parsed.data
  const applied = flat(await withDatabase((db) => applyStored(db, record, ask, head)))
  return applied.ok ? { ok: true, applied: applied.value } : refusal(applied.problem)
}
