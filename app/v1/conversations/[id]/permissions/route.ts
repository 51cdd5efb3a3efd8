import { answering, jsonAnswer } from "#app/server/answering.ts"
import { readBody, readQuery } from "#app/server/interface/door.ts"
import { decideBody, noQuery } from "#app/server/interface/queries.ts"
import { sharedPanel } from "#app/server/panel.ts"
import { problemAnswer } from "#app/server/problem-answer.ts"
import { fine } from "#lib/record/problem.ts"

export const dynamic = "force-dynamic"

type Context = { readonly params: Promise<{ readonly id: string }> }

/** Who decides in a panel that knows nobody by name. */
const person = "user"

export const POST = async (request: Request, { params }: Context): Promise<Response> => {
  const { id } = await params
  const body = await readBody(decideBody, request)
  if (!body.ok) return problemAnswer(body.problem)
  const { callId, allowed } = body.value
  return answering(async (db) => {
    const query = readQuery(noQuery, request.url)
    if (!query.ok) return query
    const panel = await sharedPanel(db)
    if (!panel.ok) return panel
    const decided = await panel.value.decide(id, callId, allowed, person)
    return decided.ok ? fine(jsonAnswer({})) : decided
  })
}
