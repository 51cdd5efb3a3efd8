import { z } from "zod"
import { promptOf } from "#app/actions/planned.ts"
import { fixedAnswer } from "#app/actions/question.ts"
import { readQuery, whole } from "#app/server/interface/door.ts"
import { problemAnswer } from "#app/server/problem-answer.ts"

const query = z.strictObject({
  head: whole(0, 2_147_483_647),
  preserve: whole(0, 2_147_483_647),
})

/** `GET /r/<id>/plan/prompt`: what a model would be given to write a compaction's summary from, without secrets. */
export const GET = async (
  request: Request,
  { params }: RouteContext<"/r/[id]/plan/prompt">,
): Promise<Response> => {
  const asked = readQuery(query, request.url)
  if (!asked.ok) return problemAnswer(asked.problem)
  const prompt = await promptOf({ record: (await params).id, ...asked.value })
  return prompt.ok ? fixedAnswer(prompt.value, true) : problemAnswer(prompt.problem)
}
