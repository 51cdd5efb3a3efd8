import { z } from "zod"
import { answering, linesAnswer } from "#app/server/answering.ts"
import { readQuery, whole } from "#app/server/interface/door.ts"
import { openRequests } from "#lib/live/requests.ts"
import { fine } from "#lib/record/problem.ts"
import { jsonLines, ndjson } from "../json-lines.ts"

const query = z.strictObject({ head: whole(0, 2_147_483_647) })

/** `GET /r/<id>/requests/proofs`: each request up to an entry rebuilt and compared, a line of JSON each, as it is done. */
export const GET = async (
  request: Request,
  { params }: RouteContext<"/r/[id]/requests/proofs">,
): Promise<Response> => {
  const { id } = await params
  return answering(async (db) => {
    const asked = readQuery(query, request.url)
    if (!asked.ok) return asked
    const opened = await openRequests(db, id, asked.value.head)
    return opened.ok
      ? fine(linesAnswer(jsonLines(opened.value.proofs(0)), request.signal, ndjson, 1))
      : opened
  })
}
