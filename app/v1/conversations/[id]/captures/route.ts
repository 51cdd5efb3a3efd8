import { bugAnswer, jsonAnswer } from "#app/server/answering.ts"
import { refusal } from "#app/server/guard.ts"
import { readQuery } from "#app/server/interface/door.ts"
import { noQuery } from "#app/server/interface/queries.ts"
import { problemAnswer } from "#app/server/problem-answer.ts"
import { uploadOf } from "#app/server/upload.ts"
import { database } from "#db/shared.ts"
import { attachCaptures } from "#lib/live/captures.ts"

export const dynamic = "force-dynamic"

type Context = { readonly params: Promise<{ readonly id: string }> }

/**
 * Attaches captured traffic, sent as the raw body, to a record. Like the import it is left out of the proxy, which would
 * cut its body, so it asks the guard itself.
 */
export const POST = async (request: Request, { params }: Context): Promise<Response> => {
  const refusedRequest = refusal(request)
  if (refusedRequest !== undefined) return refusedRequest
  const { id } = await params
  const query = readQuery(noQuery, request.url)
  const upload = query.ok ? uploadOf(request) : query
  if (!upload.ok) return problemAnswer(upload.problem)
  try {
    const store = await database()
    if (!store.ok) return problemAnswer(store.problem)
    const done = await attachCaptures(store.value, id, upload.value)
    return done.ok ? jsonAnswer(done.value) : problemAnswer(done.problem)
  } catch (error) {
    return bugAnswer(error)
  }
}
