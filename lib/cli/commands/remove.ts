import { z } from "zod"
import type { DeletionCounts } from "#db/deletion.ts"
import { fine, type Outcome } from "#lib/record/problem.ts"
import { fail } from "../fail.ts"
import { writeJson, writeLines } from "../output.ts"
import { ask } from "../remote.ts"
import { withStore } from "../store.ts"

const options = z.object({ json: z.boolean().default(false), url: z.string().optional() })
const counts = z.object({ entries: z.int(), blocks: z.int(), objects: z.int(), bytes: z.int() })

const fromStore = (id: string): Promise<Outcome<DeletionCounts>> =>
  withStore(async (db) => {
    const { stopAndDelete } = await import("#lib/live/deleting.ts")
    return stopAndDelete(db, id)
  })

const fromServer = async (url: string, id: string): Promise<Outcome<DeletionCounts>> => {
  const answer = await ask(url, `/v1/conversations/${encodeURIComponent(id)}`, { method: "DELETE" })
  return answer.ok ? fine(counts.parse(await answer.value.json())) : answer
}

/** `remove ID`: stops a record's turn, deletes the record for good, with what only it names, and prints what went. */
export const remove = async (of: unknown, given: unknown): Promise<number> => {
  const { json, url } = options.parse(given)
  const id = z.string().parse(of)
  const removed = url === undefined ? await fromStore(id) : await fromServer(url, id)
  if (!removed.ok) return fail(removed.problem)
  const { entries, blocks, objects, bytes } = removed.value
  if (json) await writeJson({ id, entries, blocks, objects, bytes })
  else
    await writeLines([
      `removed ${id}: ${entries} entries, ${blocks} blocks, ${objects} objects, ${bytes} bytes`,
    ])
  return 0
}
