import { z } from "zod"
import { answered, answerWith, listing } from "#app/actions/question.ts"
import { parseFilter } from "#lib/view/filter.ts"
import { found } from "#lib/view/find.ts"
import { packNumbers } from "#lib/view/packed.ts"

const query = z.strictObject(listing)

/** `GET /r/<id>/find`: which rows a filter leaves, as packed row numbers in an order. */
export const GET = (request: Request, context: RouteContext<"/r/[id]/find">): Promise<Response> =>
  answerWith(request, context, query, ({ sheet }, { order, filter }) =>
    answered({ rows: packNumbers(found(sheet, order, parseFilter(filter))) }),
  )
