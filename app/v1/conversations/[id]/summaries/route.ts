import { answering, jsonAnswer } from "#app/server/answering.ts"
import { readBody, readQuery } from "#app/server/interface/door.ts"
import { noQuery, summaryBody } from "#app/server/interface/queries.ts"
import { sharedPanel } from "#app/server/panel.ts"
import { problemAnswer } from "#app/server/problem-answer.ts"
import { summaryAskOf } from "#app/server/summaries.ts"
import { askSummary } from "#lib/live/summary/ask.ts"
import { fine } from "#lib/record/problem.ts"

export const dynamic = "force-dynamic"

type Context = { readonly params: Promise<{ readonly id: string }> }

export const POST = async (request: Request, { params }: Context): Promise<Response> => {
  const { id } = await params
  const body = await readBody(summaryBody, request)
  if (!body.ok) return problemAnswer(body.problem)
  return answering(async (db) => {
    const query = readQuery(noQuery, request.url)
    if (!query.ok) return query
    const panel = await sharedPanel(db)
    if (!panel.ok) return panel
    const asked = await askSummary(panel.value, db, summaryAskOf(id, body.value))
    return asked.ok ? fine(jsonAnswer(asked.value, 202)) : asked
  })
}
