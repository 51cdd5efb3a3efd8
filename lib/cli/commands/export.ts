import { z } from "zod"
import type { Database } from "#db/open.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { fail } from "../fail.ts"
import { write } from "../output.ts"
import { ask } from "../remote.ts"
import { withStore } from "../store.ts"
import { listedIds } from "./listed-ids.ts"

const options = z.object({ all: z.boolean().default(false), url: z.string().optional() })

const chunkLength = 65_536

const writeLog = async (lines: AsyncIterable<string>): Promise<void> => {
  let chunk = ""
  for await (const line of lines) {
    chunk += `${line}\n`
    if (chunk.length < chunkLength) continue
    await write(chunk)
    chunk = ""
  }
  if (chunk !== "") await write(chunk)
}

const one = async (db: Database, record: string): Promise<Outcome<true>> => {
  const { logLines } = await import("#lib/live/log-lines.ts")
  const lines = await logLines(db, record)
  if (!lines.ok) return lines
  await writeLog(lines.value)
  return fine(true)
}

async function* everyId(db: Database): AsyncGenerator<string> {
  const { listRecords } = await import("#db/list.ts")
  let cursor: string | null = ""
  while (cursor !== null) {
    const from: { readonly cursor?: string } = cursor === "" ? {} : { cursor }
    const page = await listRecords(db, { projector: 0 }, { order: "added", limit: 200, ...from })
    if (!page.ok) throw new Error(`A cursor of the store's own was refused: ${page.problem.id}.`)
    for (const { id } of page.value.records) yield id
    cursor = page.value.next
  }
}

const fromStore = (id: string | undefined): Promise<Outcome<true>> =>
  withStore(async (db) => {
    if (id !== undefined) return one(db, id)
    for await (const record of everyId(db)) await one(db, record) // one of all may be deleted meanwhile
    return fine(true)
  })

const remoteLog = async (url: string, id: string): Promise<Outcome<true>> => {
  const answer = await ask(url, `/v1/conversations/${encodeURIComponent(id)}/log`)
  if (!answer.ok) return answer
  if (answer.value.body !== null) for await (const chunk of answer.value.body) await write(chunk)
  return fine(true)
}

const fromServer = async (url: string, id: string | undefined): Promise<Outcome<true>> => {
  if (id !== undefined) return remoteLog(url, id)
  for await (const each of listedIds(url)) {
    if (!each.ok) return each
    const written = await remoteLog(url, each.value)
    if (!written.ok && written.problem.id !== "record-unknown") return written
  }
  return fine(true)
}

/** `export [ID|--all]`: crossing logs with the objects that they name, one after the other. */
export const exportCommand = async (of: unknown, given: unknown): Promise<number> => {
  const { all, url } = options.parse(given)
  const id = z.string().optional().parse(of)
  if ((id === undefined) === !all) return fail(refused("export-of-nothing").problem)
  const written = url === undefined ? await fromStore(id) : await fromServer(url, id)
  return written.ok ? 0 : fail(written.problem)
}
