import { z } from "zod"
import { answered, answerWithTally, projection } from "#app/actions/question.ts"

const query = z.strictObject(projection)

/** `GET /r/<id>/tally`: what a target carries, alters, drops and makes, by reason, and what the lint says of it. */
export const GET = (request: Request, context: RouteContext<"/r/[id]/tally">): Promise<Response> =>
  answerWithTally(request, context, query, ({ tally }) => answered(tally))
