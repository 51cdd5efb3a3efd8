import { answering, jsonAnswer, textAnswer } from "#app/server/answering.ts"
import { readBody, readQuery } from "#app/server/interface/door.ts"
import { noQuery, pageQuery, sayBody } from "#app/server/interface/queries.ts"
import { windowText } from "#app/server/pages.ts"
import { sharedPanel } from "#app/server/panel.ts"
import { problemAnswer } from "#app/server/problem-answer.ts"
import { saidOf } from "#app/server/said.ts"
import { fine } from "#lib/record/problem.ts"

export const dynamic = "force-dynamic"

type Context = { readonly params: Promise<{ readonly id: string }> }

export const GET = async (request: Request, { params }: Context): Promise<Response> => {
  const { id } = await params
  return answering(async (db) => {
    const query = readQuery(pageQuery, request.url)
    if (!query.ok) return query
    const text = await windowText(db, id, "messages", { ...query.value, kinds: ["message"] })
    return text.ok ? fine(textAnswer(text.value)) : text
  })
}

/** Bytes of what is said at once, pictures in base64 among it; a proxy cuts longer bodies. */
const most = 9_500_000

export const POST = async (request: Request, { params }: Context): Promise<Response> => {
  const { id } = await params
  const body = await readBody(sayBody, request, most)
  if (!body.ok) return problemAnswer(body.problem)
  const said = saidOf(body.value)
  if (!said.ok) return problemAnswer(said.problem)
  return answering(async (db) => {
    const query = readQuery(noQuery, request.url)
    if (!query.ok) return query
    const panel = await sharedPanel(db)
    if (!panel.ok) return panel
    const put = await panel.value.say(id, said.value.input, said.value.objects)
    return put.ok ? fine(jsonAnswer(put.value, 202)) : put
  })
}
