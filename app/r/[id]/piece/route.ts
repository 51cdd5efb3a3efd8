import { z } from "zod"
import { answered, answerWith, projection } from "#app/actions/question.ts"
import { whole } from "#app/server/interface/door.ts"
import { refused } from "#lib/record/problem.ts"
import { pieceText } from "#lib/view/find.ts"

const query = z.strictObject({ ...projection, number: whole(0, 10_000_000) })

/** `GET /r/<id>/piece`: the wire's own text of one row's piece, exactly as it crosses; empty where it is dropped. */
export const GET = (request: Request, context: RouteContext<"/r/[id]/piece">): Promise<Response> =>
  answerWith(request, context, query, ({ sheet }, { number }) => {
    const row = sheet.rows[number]
    if (row === undefined) return refused("row-unknown", { number })
    return answered({ text: pieceText(sheet, row) })
  })
