import { answering, jsonAnswer } from "#app/server/answering.ts"
import { readQuery } from "#app/server/interface/door.ts"
import { noQuery } from "#app/server/interface/queries.ts"
import { sharedPanel } from "#app/server/panel.ts"
import { fine } from "#lib/record/problem.ts"

export const dynamic = "force-dynamic"

type Context = { readonly params: Promise<{ readonly id: string }> }

export const POST = async (request: Request, { params }: Context): Promise<Response> => {
  const { id } = await params
  return answering(async (db) => {
    const query = readQuery(noQuery, request.url)
    if (!query.ok) return query
    const panel = await sharedPanel(db)
    if (!panel.ok) return panel
    await panel.value.stop(id)
    return fine(jsonAnswer({}, 202))
  })
}
