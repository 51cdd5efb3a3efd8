import { answering, jsonAnswer } from "#app/server/answering.ts"
import { readBody, readQuery } from "#app/server/interface/door.ts"
import { noQuery, planBody } from "#app/server/interface/queries.ts"
import { problemAnswer } from "#app/server/problem-answer.ts"
import { planStored } from "#lib/live/plans.ts"
import { targetNamed } from "#lib/live/targets.ts"
import { fine } from "#lib/record/problem.ts"

export const dynamic = "force-dynamic"

type Context = { readonly params: Promise<{ readonly id: string }> }

export const POST = async (request: Request, { params }: Context): Promise<Response> => {
  const { id } = await params
  const body = await readBody(planBody, request)
  if (!body.ok) return problemAnswer(body.problem)
  const target = targetNamed(body.value.target)
  if (!target.ok) return problemAnswer(target.problem)
  return answering(async (db) => {
    const query = readQuery(noQuery, request.url)
    if (!query.ok) return query
    const planned = await planStored(db, id, body.value.plan, target.value)
    return planned.ok ? fine(jsonAnswer(planned.value)) : planned
  })
}
