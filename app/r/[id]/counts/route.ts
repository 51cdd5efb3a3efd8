import { z } from "zod"
import { answered, answerWith, projection } from "#app/actions/question.ts"
import { counts } from "#lib/view/counts.ts"

const query = z.strictObject(projection)

/** `GET /r/<id>/counts`: what a target leaves as it is, alters, drops and makes. */
export const GET = (request: Request, context: RouteContext<"/r/[id]/counts">): Promise<Response> =>
  answerWith(request, context, query, ({ sheet }) => answered(counts(sheet.crossings)))
