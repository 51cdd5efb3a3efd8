import { answering } from "#app/server/answering.ts"
import { eventsAnswer } from "#app/server/events-answer.ts"
import { readQuery } from "#app/server/interface/door.ts"
import { eventsQuery } from "#app/server/interface/queries.ts"
import { sharedEar } from "#app/server/panel.ts"
import { headOf } from "#db/entries.ts"
import { parsePosition } from "#lib/live/viewing.ts"
import { fine, refused } from "#lib/record/problem.ts"

export const dynamic = "force-dynamic"

type Context = { readonly params: Promise<{ readonly id: string }> }

const beginning = { seq: 0, n: 0 } as const

export const GET = async (request: Request, { params }: Context): Promise<Response> => {
  const { id } = await params
  return answering(async (db) => {
    const query = readQuery(eventsQuery, request.url)
    if (!query.ok) return query
    if ((await headOf(db, id)) === undefined) return refused("record-unknown", { record: id })
    const seen = request.headers.get("last-event-id") ?? query.value.from ?? ""
    const from = parsePosition(seen) ?? beginning
    return fine(eventsAnswer(db, await sharedEar(db), { record: id, from, reader: request.signal }))
  })
}
