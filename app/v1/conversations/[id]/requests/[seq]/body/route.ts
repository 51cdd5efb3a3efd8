import { answering } from "#app/server/answering.ts"
import { exactHeaders } from "#app/server/exact.ts"
import { readQuery } from "#app/server/interface/door.ts"
import { noQuery, seqIn } from "#app/server/interface/queries.ts"
import { digestOf } from "#db/objects.ts"
import { requestBytes } from "#lib/live/requests.ts"
import { fine } from "#lib/record/problem.ts"

export const dynamic = "force-dynamic"

type Context = { readonly params: Promise<{ readonly id: string; readonly seq: string }> }

/** The digest is of the bytes that are stored, so that damage shows beside what the entry says. */
export const GET = async (request: Request, { params }: Context): Promise<Response> => {
  const { id, seq } = await params
  return answering(async (db) => {
    const query = readQuery(noQuery, request.url)
    if (!query.ok) return query
    const bytes = await requestBytes(db, id, seqIn(seq))
    if (!bytes.ok) return bytes
    return fine(new Response(Uint8Array.from(bytes.value), { headers: exactHeaders(digestOf(bytes.value)) }))
  })
}
