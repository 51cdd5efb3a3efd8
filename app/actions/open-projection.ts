"use server"
import { z } from "zod"
import type { Problem } from "#lib/record/problem.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import type { Skeleton } from "#lib/view/skeleton.ts"
import { opened, skeletonOf } from "./opened.ts"

const asked = z.strictObject({
  record: z.string().min(1).max(200),
  target: z.string().max(100),
  asOf: z.int().nonnegative().optional(),
  vision: z.boolean().optional(),
})

export type OpenAnswer =
  | { readonly ok: true; readonly skeleton: Skeleton; readonly head: number }
  | { readonly ok: false; readonly problem: Problem; readonly sentence: string }

const refusal = (problem: Problem): OpenAnswer => ({ ok: false, problem, sentence: sentenceOf(problem) })

/** A projection as far as a page needs it at once; windows of it come from `GET /r/<id>/rows`. */
export const openProjection = async (input: z.input<typeof asked>): Promise<OpenAnswer> => {
  const parsed = asked.safeParse(input)
  if (!parsed.success)
    return refusal({ id: "query-invalid", facts: { name: "projection", why: z.prettifyError(parsed.error) } })
  const { record, target, asOf, vision } = parsed.data
  const found = await opened({ record, target, asOf, vision })
  if (!found.ok) return refusal(found.problem)
  return { ok: true, skeleton: skeletonOf(found.value.sheet), head: found.value.head }
}
