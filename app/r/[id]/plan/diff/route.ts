import { z } from "zod"
import { plannedDiff } from "#app/actions/planned.ts"
import { jsonAnswer } from "#app/server/answering.ts"
import { readBody } from "#app/server/interface/door.ts"
import { problemAnswer } from "#app/server/problem-answer.ts"
import { planAsk } from "#lib/plan/ask.ts"

const body = z.strictObject({
  target: z.string().min(1).max(100),
  head: z.int().nonnegative(),
  ask: planAsk,
})

/**
 * `POST /r/<id>/plan/diff`: the wire before an act against the wire after it; null where there is no later one yet. What
 * is asked stands in the body, as a summary may be longer than an address. Writes nothing.
 */
export const POST = async (
  request: Request,
  { params }: RouteContext<"/r/[id]/plan/diff">,
): Promise<Response> => {
  const { id } = await params
  const given = await readBody(body, request)
  if (!given.ok) return problemAnswer(given.problem)
  const diff = await plannedDiff({ record: id, ...given.value })
  return diff.ok ? jsonAnswer(diff.value ?? null) : problemAnswer(diff.problem)
}
