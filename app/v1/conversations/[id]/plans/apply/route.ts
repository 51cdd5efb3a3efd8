import { answering, jsonAnswer } from "#app/server/answering.ts"
import { readBody, readQuery } from "#app/server/interface/door.ts"
import { applyBody, noQuery } from "#app/server/interface/queries.ts"
import { problemAnswer } from "#app/server/problem-answer.ts"
import { applyStored } from "#lib/live/plans.ts"
import { fine } from "#lib/record/problem.ts"

export const dynamic = "force-dynamic"

type Context = { readonly params: Promise<{ readonly id: string }> }

export const POST = async (request: Request, { params }: Context): Promise<Response> => {
  const { id } = await params
  const body = await readBody(applyBody, request)
  if (!body.ok) return problemAnswer(body.problem)
  return answering(async (db) => {
    const query = readQuery(noQuery, request.url)
    if (!query.ok) return query
    const applied = await applyStored(db, id, body.value.plan, body.value.head)
    return applied.ok ? fine(jsonAnswer(applied.value)) : applied
  })
}
