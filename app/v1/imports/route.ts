import { answering, jsonAnswer } from "#app/server/answering.ts"
import { readBody, readQuery } from "#app/server/interface/door.ts"
import { beginBody, importsQuery, noQuery } from "#app/server/interface/queries.ts"
import { problemAnswer } from "#app/server/problem-answer.ts"
import { listImports, startImport } from "#db/imports.ts"
import { fine } from "#lib/record/problem.ts"

export const dynamic = "force-dynamic"

export const GET = (request: Request): Promise<Response> =>
  answering(async (db) => {
    const query = readQuery(importsQuery, request.url)
    if (!query.ok) return query
    const { limit, before } = query.value
    const imports = await listImports(db, before === undefined ? { limit } : { limit, before })
    return fine(jsonAnswer({ imports, next: imports.length < limit ? null : (imports.at(-1)?.id ?? null) }))
  })

export const POST = async (request: Request): Promise<Response> => {
  const query = readQuery(noQuery, request.url)
  if (!query.ok) return problemAnswer(query.problem)
  const body = await readBody(beginBody, request)
  if (!body.ok) return problemAnswer(body.problem)
  return answering(async (db) => fine(jsonAnswer({ id: await startImport(db, body.value.name) }, 201)))
}
