import { bugAnswer, jsonAnswer } from "#app/server/answering.ts"
import { refusal } from "#app/server/guard.ts"
import { imported } from "#app/server/imported.ts"
import { readQuery } from "#app/server/interface/door.ts"
import { importQuery } from "#app/server/interface/queries.ts"
import { problemAnswer, problemBody } from "#app/server/problem-answer.ts"
import { progressAnswer } from "#app/server/progress-answer.ts"
import { type Uploaded, uploadOf } from "#app/server/upload.ts"
import { database } from "#db/shared.ts"
import { fine, type Outcome } from "#lib/record/problem.ts"

export const dynamic = "force-dynamic"

type Wanted = Uploaded & { readonly into: string | undefined }

const wanted = (request: Request): Outcome<Wanted> => {
  const query = readQuery(importQuery, request.url)
  if (!query.ok) return query
  const upload = uploadOf(request, query.value.name)
  return upload.ok ? fine({ ...upload.value, into: query.value.import }) : upload
}

const wantsProgress = (request: Request): boolean =>
  (request.headers.get("accept") ?? "").includes("application/x-ndjson")

/**
 * Imports one transcript, sent as the raw body. It is left out of the proxy, which would cut its body in silence, so it
 * asks the guard itself.
 */
export const POST = async (request: Request): Promise<Response> => {
  const refusedRequest = refusal(request)
  if (refusedRequest !== undefined) return refusedRequest
  const asked = wanted(request)
  if (!asked.ok) return problemAnswer(asked.problem)
  const { into, ...upload } = asked.value
  try {
    const store = await database()
    if (!store.ok) return problemAnswer(store.problem)
    if (wantsProgress(request))
      return progressAnswer(async (tell) => {
        const done = await imported(store.value, { ...upload, onProgress: tell }, into)
        if (done.ok) return done.value
        return { ...problemBody(done.problem), ...(into === undefined ? {} : { import: into }) }
      })
    const done = await imported(store.value, upload, into)
    return done.ok ? jsonAnswer(done.value) : problemAnswer(done.problem)
  } catch (error) {
    return bugAnswer(error)
  }
}
