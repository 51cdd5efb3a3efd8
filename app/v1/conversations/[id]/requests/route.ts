import { answering, jsonAnswer } from "#app/server/answering.ts"
import { readQuery } from "#app/server/interface/door.ts"
import { pageQuery } from "#app/server/interface/queries.ts"
import { listRequests } from "#lib/live/requests.ts"
import { fine } from "#lib/record/problem.ts"

export const dynamic = "force-dynamic"

type Context = { readonly params: Promise<{ readonly id: string }> }

export const GET = async (request: Request, { params }: Context): Promise<Response> => {
  const { id } = await params
  return answering(async (db) => {
    const query = readQuery(pageQuery, request.url)
    if (!query.ok) return query
    const { after } = query.value
    const page = await listRequests(db, id, query.value)
    return page.ok ? fine(jsonAnswer({ record: id, after, ...page.value })) : page
  })
}
