import { answering, jsonAnswer } from "#app/server/answering.ts"
import { readQuery } from "#app/server/interface/door.ts"
import { secretsQuery } from "#app/server/interface/queries.ts"
import { reviewStored } from "#lib/live/export/review.ts"
import { fine } from "#lib/record/problem.ts"

export const dynamic = "force-dynamic"

type Context = { readonly params: Promise<{ readonly id: string }> }

export const GET = async (request: Request, { params }: Context): Promise<Response> => {
  const { id } = await params
  return answering(async (db) => {
    const query = readQuery(secretsQuery, request.url)
    if (!query.ok) return query
    const review = await reviewStored(db, id, query.value.asOf)
    if (!review.ok) return review
    const { through, found } = review.value
    return fine(jsonAnswer({ record: id, through, secrets: found }))
  })
}
