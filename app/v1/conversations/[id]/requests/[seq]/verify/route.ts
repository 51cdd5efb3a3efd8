import { answering, jsonAnswer } from "#app/server/answering.ts"
import { readQuery } from "#app/server/interface/door.ts"
import { noQuery, seqIn } from "#app/server/interface/queries.ts"
import { verifyRequest } from "#lib/live/requests.ts"
import { fine } from "#lib/record/problem.ts"
import { verdictLine } from "#lib/view/proof.ts"

export const dynamic = "force-dynamic"

type Context = { readonly params: Promise<{ readonly id: string; readonly seq: string }> }

export const GET = async (request: Request, { params }: Context): Promise<Response> => {
  const { id, seq } = await params
  return answering(async (db) => {
    const query = readQuery(noQuery, request.url)
    if (!query.ok) return query
    const proof = await verifyRequest(db, id, seqIn(seq))
    if (!proof.ok) return proof
    return fine(jsonAnswer({ record: id, ...proof.value, says: verdictLine(proof.value.verdict) }))
  })
}
