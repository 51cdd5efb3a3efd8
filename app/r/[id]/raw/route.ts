import { z } from "zod"
import { readQuery, whole } from "#app/server/interface/door.ts"
import { problemAnswer } from "#app/server/problem-answer.ts"
import { readLines } from "#db/entries.ts"
import { withDatabase } from "#db/shared.ts"
import { rawOf } from "#lib/live/raw.ts"
import { blockId } from "#lib/record/block.ts"
import type { Outcome } from "#lib/record/problem.ts"
import { refused } from "#lib/record/problem.ts"
import { pointerIn } from "#lib/view/raw.ts"
import { spans } from "#lib/wire/print.ts"

const query = z.strictObject({ seq: whole(1, 2_147_483_647), block: blockId.optional() })

/** The unmodified text of a block within its entry's own text; the whole entry where none is named or found. */
const blockText = (json: string, block: string | undefined): string => {
  const pointer = block === undefined ? undefined : pointerIn(json, block)
  const span = pointer === undefined ? undefined : spans(json).of(pointer)
  return span === undefined ? json : json.slice(span.start, span.end)
}

/** `GET /r/<id>/raw?seq=&block=`: the stored JSON, exactly as it is stored, and the line of the source that it came from. */
export const GET = async (request: Request, { params }: RouteContext<"/r/[id]/raw">): Promise<Response> => {
  const asked = readQuery(query, request.url)
  if (!asked.ok) return problemAnswer(asked.problem)
  const { id } = await params
  const { seq, block } = asked.value
  const found = await withDatabase(async (db) => {
    const [line] = await readLines(db, id, { after: seq - 1, through: seq, limit: 1 })
    return line === undefined ? undefined : { json: line.json, source: await rawOf(db, id, seq) }
  })
  if (!found.ok) return problemAnswer(found.problem)
  if (found.value === undefined) return problemAnswer(refused("entry-unknown", { record: id, seq }).problem)
  const source: Outcome<string> = found.value.source
  const body = {
    entry: found.value.json,
    block: blockText(found.value.json, block),
    ...(source.ok ? { source: source.value } : { noSource: source.problem }),
  }
  return Response.json(body, { headers: { "cache-control": "private, max-age=86400, immutable" } })
}
