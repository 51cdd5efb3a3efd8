import { z } from "zod"
import { answered, answerWith, listing } from "#app/actions/question.ts"
import { whole } from "#app/server/interface/door.ts"
import { parseFilter } from "#lib/view/filter.ts"
import { found } from "#lib/view/find.ts"
import { windowOf } from "#lib/view/window.ts"

const query = z.strictObject({
  ...listing,
  from: whole(0, 10_000_000),
  to: whole(1, 10_000_000),
  columns: whole(20, 400).optional(),
})

/** The most rows of one answer. */
const most = 200

/** `GET /r/<id>/rows`: a window over a list of rows of a fixed head: positions [from, to) in an order, after a filter. */
export const GET = (request: Request, context: RouteContext<"/r/[id]/rows">): Promise<Response> =>
  answerWith(request, context, query, ({ sheet }, { order, filter, from, to, columns }) => {
    const list = found(sheet, order, parseFilter(filter))
    return answered({
      rows: windowOf(sheet, list, from, Math.min(to, from + most), { order, columns: columns ?? 100 }),
    })
  })
