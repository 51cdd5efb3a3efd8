import { z } from "zod"
import { answerWith, listing } from "#app/actions/question.ts"
import { whole } from "#app/server/interface/door.ts"
import { fine, refused } from "#lib/record/problem.ts"
import { opened } from "#lib/view/clip.ts"
import { rowView } from "#lib/view/window.ts"

const query = z.strictObject({
  ...listing,
  number: whole(0, 10_000_000),
  columns: whole(20, 400).optional(),
  /** How many lines of each text; ten times the default at most, so that one answer stays small enough to show. */
  lines: whole(1, 4_000).optional(),
})

/** `GET /r/<id>/row`: one row opened, with far more of its texts than a window shows. */
export const GET = (request: Request, context: RouteContext<"/r/[id]/row">): Promise<Response> =>
  answerWith(request, context, query, ({ sheet }, { number, order, columns, lines }) => {
    const wide = lines ?? opened.lines
    const limits = { lines: wide, chars: wide * 150 }
    const view = rowView(sheet, number, { order, columns: columns ?? 100, limits })
    return view === undefined ? refused("row-unknown", { number }) : fine({ row: view })
  })
