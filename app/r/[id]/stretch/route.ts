import { z } from "zod"
import { found } from "#app/actions/opened.ts"
import { fixedAnswer } from "#app/actions/question.ts"
import { readQuery, whole } from "#app/server/interface/door.ts"
import { problemAnswer } from "#app/server/problem-answer.ts"
import { stretchItems } from "#lib/view/stretch.ts"

const seq = whole(1, 2_147_483_647)
const query = z.strictObject({ from: seq, to: seq, by: seq })

/** `GET /r/<id>/stretch`: messages that the act `by` let go, as they were said; its entry fixes the head. */
export const GET = async (
  request: Request,
  { params }: RouteContext<"/r/[id]/stretch">,
): Promise<Response> => {
  const asked = readQuery(query, request.url)
  if (!asked.ok) return problemAnswer(asked.problem)
  const { by } = asked.value
  const { id } = await params
  const read = await found({ record: id, target: undefined, asOf: by, vision: undefined })
  if (!read.ok) return problemAnswer(read.problem)
  return fixedAnswer(stretchItems(read.value.log.entries, asked.value), by <= read.value.head)
}
