import { answering } from "#app/server/answering.ts"
import { readQuery } from "#app/server/interface/door.ts"
import { wireQuery } from "#app/server/interface/queries.ts"
import { projected } from "#app/server/projected.ts"
import { projector } from "#lib/dialect/words.ts"
import type { Projection } from "#lib/project.ts"
import { fine } from "#lib/record/problem.ts"

export const dynamic = "force-dynamic"

type Context = { readonly params: Promise<{ readonly id: string }> }

/** `no-transform` keeps the bytes as they are: compressed ones would not have the digest that stands beside them. */
const facts = ({ target, model, asOf, wire }: Projection): Headers => {
  const digest = wire.digest()
  return new Headers({
    "content-type": "application/json; charset=utf-8",
    "cache-control": "private, no-cache, no-transform",
    etag: `"${digest}"`,
    "x-content-sha256": digest,
    "content-digest": `sha-256=:${Buffer.from(digest, "hex").toString("base64")}:`,
    "x-crossing-target": target.id,
    "x-crossing-model": encodeURIComponent(model),
    "x-crossing-as-of": String(asOf),
    "x-crossing-projector": String(projector),
  })
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
