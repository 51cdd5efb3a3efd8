import { z } from "zod"
import { findEntries, listRecords } from "#db/list.ts"
import { projector } from "#lib/dialect/words.ts"
import { fine } from "#lib/record/problem.ts"
import { readSession, searchSessions } from "./names.ts"
import { ownTool } from "./own.ts"

const parameters = z.strictObject({
  query: z
    .string()
    .trim()
    .min(1, "query must not be empty")
    .max(500)
    .describe("Words, or phrases in double quotes. All of them must be found in a session."),
  limit: z.int().min(1).max(50).default(10).describe("The most sessions to list."),
  cursor: z.string().max(500).optional().describe("`next` of the answer before, for more sessions."),
})

const mostSeqs = 10 // entries that a hit names beside the first one

/** `search_sessions`: records of the store that hold words, newest first, each with the first place of the first word. */
export const searchTool = ownTool({
  name: searchSessions,
  description: `Searches all stored sessions for words. Gives for each session that holds them its record id, title, the entry (seq) of the first hit with an excerpt around it (seq 0 is the title), and the entries that hold all the words. Read on with ${readSession}.`,
  parameters,
  reads: true,
  run: async (db, { query, limit, cursor }) => {
    const page = { order: "active", limit, ...(cursor === undefined ? {} : { cursor }) } as const
    const found = await listRecords(db, { query, projector }, page)
    if (!found.ok) return found
    const hits = found.value.records.map(async ({ id, title, latestAt, hit }) => ({
      record: id,
      title,
      latestAt,
      seq: hit?.seq ?? null,
      excerpt: hit?.text ?? null,
      entries: await findEntries(db, id, query, mostSeqs),
    }))
    const next = found.value.next === null ? {} : { next: found.value.next }
    return fine({ text: JSON.stringify({ hits: await Promise.all(hits), ...next }, null, 1) })
  },
})
