import { answering, jsonAnswer } from "#app/server/answering.ts"
import { readQuery } from "#app/server/interface/door.ts"
import { noQuery } from "#app/server/interface/queries.ts"
import { summaryBodyOf } from "#app/server/summaries.ts"
import { summaryState } from "#lib/live/summary/outcome.ts"
import { fine } from "#lib/record/problem.ts"

export const dynamic = "force-dynamic"

type Context = { readonly params: Promise<{ readonly id: string; readonly conversation: string }> }

export const GET = async (request: Request, { params }: Context): Promise<Response> => {
  const { id, conversation } = await params
  return answering(async (db) => {
    const query = readQuery(noQuery, request.url)
    if (!query.ok) return query
    const state = await summaryState(db, { record: id, conversation })
    return state.ok ? fine(jsonAnswer(summaryBodyOf(state.value))) : state
  })
}
