import { answering, jsonAnswer } from "#app/server/answering.ts"
import { readQuery } from "#app/server/interface/door.ts"
import { noQuery, seqIn } from "#app/server/interface/queries.ts"
import { readRequest } from "#lib/live/requests.ts"
import { fine } from "#lib/record/problem.ts"

export const dynamic = "force-dynamic"

type Context = { readonly params: Promise<{ readonly id: string; readonly seq: string }> }

export const GET = async (request: Request, { params }: Context): Promise<Response> => {
  const { id, seq } = await params
  return answering(async (db) => {
    const query = readQuery(noQuery, request.url)
    if (!query.ok) return query
    const found = await readRequest(db, id, seqIn(seq))
    return found.ok ? fine(jsonAnswer({ record: id, ...found.value })) : found
  })
}
