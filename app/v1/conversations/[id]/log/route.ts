import { answering, linesAnswer } from "#app/server/answering.ts"
import { readQuery } from "#app/server/interface/door.ts"
import { noQuery } from "#app/server/interface/queries.ts"
import { logLines } from "#lib/live/log-lines.ts"
import { fine } from "#lib/record/problem.ts"

export const dynamic = "force-dynamic"

type Context = { readonly params: Promise<{ readonly id: string }> }

const fileName = (id: string): string => `${id.replace(/[^A-Za-z0-9_-]/g, "_")}.crossing.jsonl`

export const GET = async (request: Request, { params }: Context): Promise<Response> => {
  const { id } = await params
  return answering(async (db) => {
    const query = readQuery(noQuery, request.url)
    if (!query.ok) return query
    const lines = await logLines(db, id)
    if (!lines.ok) return lines
    return fine(
      linesAnswer(lines.value, request.signal, {
        "content-type": "application/x-ndjson; charset=utf-8",
        "content-disposition": `attachment; filename="${fileName(id)}"`,
      }),
    )
  })
}
