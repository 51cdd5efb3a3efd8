import { answering, jsonAnswer } from "#app/server/answering.ts"
import { readQuery } from "#app/server/interface/door.ts"
import { noQuery } from "#app/server/interface/queries.ts"
import { getImport } from "#db/imports.ts"
import { fine } from "#lib/record/problem.ts"
import { sentenceOf } from "#lib/view/problems.ts"

export const dynamic = "force-dynamic"

type Context = { readonly params: Promise<{ readonly id: string }> }

export const GET = async (request: Request, { params }: Context): Promise<Response> => {
  const { id } = await params
  return answering(async (db) => {
    const query = readQuery(noQuery, request.url)
    if (!query.ok) return query
    const report = await getImport(db, id)
    if (!report.ok) return report
    const files = report.value.files.map(({ n, name, outcome }) =>
      outcome.ok
        ? { n, ...outcome.value }
        : { n, name, error: { ...outcome.problem, message: sentenceOf(outcome.problem) } },
    )
    return fine(jsonAnswer({ ...report.value, files }))
  })
}
