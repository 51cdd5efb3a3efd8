import { z } from "zod"
import { found } from "#app/actions/opened.ts"
import { fixedAnswer } from "#app/actions/question.ts"
import { readQuery, whole } from "#app/server/interface/door.ts"
import { problemAnswer } from "#app/server/problem-answer.ts"
import { blockLines } from "#lib/view/block-lines.ts"

/** The most keys of one answer. */
const most = 200

const query = z.strictObject({
  asOf: whole(0, 2_147_483_647),
  /** Keys of rows, a line each. */
  keys: z
    .string()
    .max(20_000)
    .transform((text) => text.split("\n").slice(0, most)),
})

/** `GET /r/<id>/lines`: rows of a record in one line each, as they are stored; targets have no part in it. */
export const GET = async (request: Request, { params }: RouteContext<"/r/[id]/lines">): Promise<Response> => {
  const asked = readQuery(query, request.url)
  if (!asked.ok) return problemAnswer(asked.problem)
  const { asOf, keys } = asked.value
  const { id } = await params
  const read = await found({ record: id, target: undefined, asOf, vision: undefined })
  if (!read.ok) return problemAnswer(read.problem)
  return fixedAnswer({ lines: blockLines(read.value.log.entries, keys) }, asOf <= read.value.head)
}
