import { answering, linesAnswer } from "#app/server/answering.ts"
import { readQuery } from "#app/server/interface/door.ts"
import { exportQuery } from "#app/server/interface/queries.ts"
import { type Exported, exportStored } from "#lib/live/export/export.ts"
import { fine } from "#lib/record/problem.ts"

export const dynamic = "force-dynamic"

type Context = { readonly params: Promise<{ readonly id: string }> }

/** Handed down, never opened in this origin: a page of a transcript is a stranger's. */
const headersOf = (id: string, { mediaType, ending, omitted }: Exported): HeadersInit => ({
  "content-type": `${mediaType}; charset=utf-8`,
  "content-disposition": `attachment; filename="${id.replace(/[^A-Za-z0-9_-]/g, "_")}.${ending}"`,
  "x-content-type-options": "nosniff",
  "x-crossing-omitted-secrets": String(omitted.secrets),
  "x-crossing-omitted-places": String(omitted.places),
})

export const GET = async (request: Request, { params }: Context): Promise<Response> => {
  const { id } = await params
  return answering(async (db) => {
    const query = readQuery(exportQuery, request.url)
    if (!query.ok) return query
    const made = await exportStored(db, { record: id, ...query.value })
    return made.ok ? fine(linesAnswer(made.value.lines, request.signal, headersOf(id, made.value))) : made
  })
}
