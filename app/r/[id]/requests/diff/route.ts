import { z } from "zod"
import { answering, jsonAnswer } from "#app/server/answering.ts"
import { readQuery, whole } from "#app/server/interface/door.ts"
import { diffRequest } from "#lib/live/request-diff.ts"
import { fine } from "#lib/record/problem.ts"

const seq = whole(1, 2_147_483_647)
const query = z.strictObject({ head: seq, seq, with: z.union([z.literal("record"), seq]) })

/** `GET /r/<id>/requests/diff`: a request held against another one, or against what the record gives for it. */
export const GET = async (
  request: Request,
  { params }: RouteContext<"/r/[id]/requests/diff">,
): Promise<Response> => {
  const { id } = await params
  return answering(async (db) => {
    const asked = readQuery(query, request.url)
    if (!asked.ok) return asked
    const { with: against, ...rest } = asked.value
    const diff = await diffRequest(db, id, { ...rest, against })
    return diff.ok ? fine(jsonAnswer(diff.value)) : diff
  })
}
