"use server"
import { z } from "zod"
import { withDatabase } from "#db/shared.ts"
import { type Applied, applyStored } from "#lib/live/plans.ts"
import { planAsk } from "#lib/plan/ask.ts"
import type { Immutable } from "#lib/record/immutable.ts"
import type { Problem } from "#lib/record/problem.ts"
import type { PlanView } from "#lib/view/plan-view.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import { planned } from "./planned.ts"

type Refusal = { readonly ok: false; readonly problem: Problem; readonly sentence: string }
export type PlanAnswer = { readonly ok: true; readonly plan: PlanView } | Refusal
export type ApplyAnswer = { readonly ok: true; readonly applied: Applied } | Refusal

const record = z.string().min(1).max(200)
const toPlan = z.strictObject({
  record,
  target: z.string().min(1).max(100),
  head: z.int().nonnegative(),
  ask: planAsk,
})
const toApply = z.strictObject({ record, head: z.int().nonnegative(), ask: planAsk })

const refusal = (problem: Problem): Refusal => ({ ok: false, problem, sentence: sentenceOf(problem) })

const unfit = (error: z.ZodError): Refusal =>
  refusal({ id: "query-invalid", facts: { name: "plan", why: z.prettifyError(error) } })

/** What an act would do to a record as it was after entry `head`; writes nothing. */
export const askPlan = async (input: Immutable<z.input<typeof toPlan>>): Promise<PlanAnswer> => {
  const given = toPlan.safeParse(input)
  if (!given.success) return unfit(given.error)
  const plan = await planned(given.data)
  return plan.ok ? { ok: true, plan: plan.value } : refusal(plan.problem)
}

/** Does what was planned and shown for a record of `head` entries. */
export const applyPlan = async (input: Immutable<z.input<typeof toApply>>): Promise<ApplyAnswer> => {
  const given = toApply.safeParse(input)
  if (!given.success) return unfit(given.error)
  const { record: id, head, ask } = given.data
  const done = await withDatabase((db) => applyStored(db, id, ask, head))
  if (!done.ok) return refusal(done.problem)
  return done.value.ok ? { ok: true, applied: done.value.value } : refusal(done.value.problem)
}
