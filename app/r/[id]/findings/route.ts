import { z } from "zod"
import { answered, answerWith, projection } from "#app/actions/question.ts"
import { told } from "#lib/lint/told.ts"

const query = z.strictObject(projection)

/** `GET /r/<id>/findings`: what the lint says of the projected wire, each with the row that it is about. */
export const GET = (request: Request, context: RouteContext<"/r/[id]/findings">): Promise<Response> =>
  answerWith(request, context, query, ({ sheet }) =>
    answered({ findings: sheet.findings().map((finding) => told(finding)) }),
  )
