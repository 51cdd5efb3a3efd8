import { forget } from "#app/actions/opened.ts"
import { answering, jsonAnswer } from "#app/server/answering.ts"
import { readQuery } from "#app/server/interface/door.ts"
import { noQuery } from "#app/server/interface/queries.ts"
import { getRecord } from "#db/list.ts"
import { childrenOf, readHeader } from "#db/records.ts"
import { projector } from "#lib/dialect/words.ts"
import { stopAndDelete } from "#lib/live/deleting.ts"
import { fine } from "#lib/record/problem.ts"

export const dynamic = "force-dynamic"

type Context = { readonly params: Promise<{ readonly id: string }> }

export const GET = async (request: Request, { params }: Context): Promise<Response> => {
  const { id } = await params
  return answering(async (db) => {
    const query = readQuery(noQuery, request.url)
    if (!query.ok) return query
    const summary = await getRecord(db, id, projector)
    if (!summary.ok) return summary
    const header = await readHeader(db, id)
    if (!header.ok) return header
    const { hit: _, ...known } = summary.value
    return fine(jsonAnswer({ ...known, header: header.value, children: await childrenOf(db, id) }))
  })
}

export const DELETE = async (request: Request, { params }: Context): Promise<Response> => {
  const { id } = await params
  return answering(async (db) => {
    const query = readQuery(noQuery, request.url)
    if (!query.ok) return query
    const deleted = await stopAndDelete(db, id)
    forget(id)
    return deleted.ok ? fine(jsonAnswer(deleted.value)) : deleted
  })
}
