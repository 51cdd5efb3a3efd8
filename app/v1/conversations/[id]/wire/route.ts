import { answering } from "#app/server/answering.ts"
import { exactHeaders } from "#app/server/exact.ts"
import { readQuery } from "#app/server/interface/door.ts"
import { wireQuery } from "#app/server/interface/queries.ts"
import { projected } from "#app/server/projected.ts"
import { projector } from "#lib/dialect/words.ts"
import type { Projection } from "#lib/project.ts"
import { fine } from "#lib/record/problem.ts"

export const dynamic = "force-dynamic"

type Context = { readonly params: Promise<{ readonly id: string }> }

const facts = ({ target, model, asOf, wire }: Projection): Headers => {
  const headers = exactHeaders(wire.digest())
  headers.set("x-crossing-target", target.id)
  headers.set("x-crossing-model", encodeURIComponent(model))
  headers.set("x-crossing-as-of", String(asOf))
  headers.set("x-crossing-projector", String(projector))
  return headers
}

export const GET = async (request: Request, { params }: Context): Promise<Response> => {
  const { id } = await params
  return answering(async (db) => {
    const query = readQuery(wireQuery, request.url)
    if (!query.ok) return query
    const made = await projected(db, id, query.value)
    if (!made.ok) return made
    const headers = facts(made.value)
    const known = request.headers.get("if-none-match") === headers.get("etag")
    if (known) return fine(new Response(null, { status: 304, headers }))
    return fine(new Response(Uint8Array.from(made.value.wire.bytes()), { headers }))
  })
}
