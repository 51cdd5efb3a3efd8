import { z } from "zod"
import { comparedRows } from "#app/actions/compared.ts"
import { answering, linesAnswer } from "#app/server/answering.ts"
import { readQuery, whole } from "#app/server/interface/door.ts"
import { fine } from "#lib/record/problem.ts"
import { jsonLines, ndjson } from "../json-lines.ts"

const query = z.strictObject({ head: whole(0, 2_147_483_647) })

/** `GET /r/<id>/requests/compared`: the requests up to an entry as compared, a line of JSON each, as they are made. */
export const GET = async (
  request: Request,
  { params }: RouteContext<"/r/[id]/requests/compared">,
): Promise<Response> => {
  const { id } = await params
  return answering(async (db) => {
    const asked = readQuery(query, request.url)
    if (!asked.ok) return asked
    const rows = await comparedRows(db, id, asked.value.head)
    return rows.ok ? fine(linesAnswer(jsonLines(rows.value), request.signal, ndjson, 1)) : rows
  })
}
