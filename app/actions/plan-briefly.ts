"use server"
import { z } from "zod"
import { planAsk } from "#lib/plan/ask.ts"
import type { Immutable } from "#lib/record/immutable.ts"
import type { Problem } from "#lib/record/problem.ts"
import { effectLines, planLines } from "#lib/view/plan-lines.ts"
import { movedWords } from "#lib/view/plan-words.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import { worked } from "./planned.ts"
import type { Worked } from "./worked.ts"

/** A plan in a few lines: `head` is the entry up to which it was made, `means` says what such an act does. */
export type PlanBrief = {
  readonly head: number
  readonly means: string
  /** The entry that a cut was moved back to, and why, where it was; 0 is the beginning. */
  readonly moved?: { readonly to: number; readonly words: string }
  /** How many messages go. */
  readonly dropped: number
  readonly record: readonly string[]
  readonly wire: readonly string[]
}

export type BriefAnswer =
  | { readonly ok: true; readonly brief: PlanBrief }
  | { readonly ok: false; readonly problem: Problem; readonly sentence: string }

const asked = z.strictObject({
  record: z.string().min(1).max(200),
  target: z.string().min(1).max(100),
  ask: planAsk,
})

const refusal = (problem: Problem): BriefAnswer => ({ ok: false, problem, sentence: sentenceOf(problem) })

const briefOf = ({ plan, effect }: Worked): PlanBrief => {
  const { moved: _, ...unmoved } = plan
  const [means = "", ...record] = planLines(unmoved)
  const words = movedWords(plan)
  return {
    head: plan.head,
    means,
    ...(plan.moved === undefined || words === undefined ? {} : { moved: { to: plan.moved.to, words } }),
    dropped: plan.dropped.length,
    record,
    wire: effect === undefined ? [] : effectLines(effect),
  }
}

/** What an act would do to a record as it is, in a few lines; writes nothing. */
export const planBriefly = async (input: Immutable<z.input<typeof asked>>): Promise<BriefAnswer> => {
  const given = asked.safeParse(input)
  if (!given.success)
    return refusal({ id: "query-invalid", facts: { name: "plan", why: z.prettifyError(given.error) } })
  const plan = await worked({ ...given.data, head: undefined })
  return plan.ok ? { ok: true, brief: briefOf(plan.value) } : refusal(plan.problem)
}
