import { v7 } from "uuid"
import { answering, jsonAnswer } from "#app/server/answering.ts"
import { readBody, readQuery } from "#app/server/interface/door.ts"
import { createBody, listQuery, noQuery } from "#app/server/interface/queries.ts"
import { filterOf } from "#app/server/listed.ts"
import { problemAnswer } from "#app/server/problem-answer.ts"
import { listRecords } from "#db/list.ts"
import { createRecord } from "#db/records.ts"
import { fine } from "#lib/record/problem.ts"
import { version } from "#lib/record/upgrade.ts"

export const dynamic = "force-dynamic"

export const GET = (request: Request): Promise<Response> =>
  answering(async (db) => {
    const query = readQuery(listQuery, request.url)
    if (!query.ok) return query
    const { cursor, limit, order } = query.value
    const page = await listRecords(db, filterOf(query.value), {
      order,
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    })
    return page.ok ? fine(jsonAnswer({ conversations: page.value.records, next: page.value.next })) : page
  })

export const POST = async (request: Request): Promise<Response> => {
  const query = readQuery(noQuery, request.url)
  if (!query.ok) return problemAnswer(query.problem)
  const body = await readBody(createBody, request)
  if (!body.ok) return problemAnswer(body.problem)
  const { title } = body.value
  const id = v7()
  return answering(async (db) => {
    const header = { kind: "record", version, id, createdAt: new Date().toISOString() } as const
    const created = await createRecord(db, title === undefined ? header : { ...header, title })
    if (!created.ok) return created
    const answer = jsonAnswer({ id: created.value }, 201)
    answer.headers.set("location", `/v1/conversations/${id}`)
    return fine(answer)
  })
}
