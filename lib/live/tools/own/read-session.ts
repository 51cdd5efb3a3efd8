import { z } from "zod"
import { headOf, readEntries } from "#db/entries.ts"
import { readHeader } from "#db/records.ts"
import { fine, refused } from "#lib/record/problem.ts"
import { oneLine } from "#lib/view/clip.ts"
import { plainMessages } from "#lib/view/plain-messages.ts"
import { readSession, searchSessions } from "./names.ts"
import { ownTool } from "./own.ts"

const seq = z.int().min(1).max(2_147_483_647)

const parameters = z.strictObject({
  record: z.string().min(1).max(200).describe(`A session's record id, as ${searchSessions} gives it.`),
  from: seq.default(1).describe("The first entry (seq) to read."),
  to: seq.optional().describe("The last entry to read; the newest where it is left out."),
})

const longest = 30_000 // UTF-16 units of messages in one answer
const mostMessages = 500

/** `read_session`: stored messages of a record as plain text, with where to go on. */
export const readTool = ownTool({
  name: readSession,
  description:
    "Reads the stored messages of one session as plain text, in order. A long stretch is cut between messages; the first line says where to go on.",
  parameters,
  reads: true,
  run: async (db, { record, from, to }) => {
    const head = await headOf(db, record)
    const header = await readHeader(db, record)
    if (head === undefined || !header.ok) return refused("record-unknown", { record })
    const through = Math.min(to ?? head, head)
    const messages = (
      await readEntries(db, record, { after: from - 1, through, limit: mostMessages, kinds: ["message"] })
    ).filter((entry) => entry.kind === "message")
    const read = plainMessages(messages, longest)
    const more = messages.length === mostMessages || read.through !== messages.at(-1)?.seq
    const facts = [
      `Record ${record}${header.value.title === undefined ? "" : `, "${oneLine(header.value.title, 120)}"`}: ${head} entries.`,
      read.through === undefined ? `No messages in entries ${from} to ${through}.` : "",
      read.cut > 0 ? `Message ${read.through} is cut: ${read.cut} characters of its end are left out.` : "",
      more && read.through !== undefined
        ? `Stopped after entry ${read.through}; go on with from ${read.through + 1}.`
        : "",
    ]
    return fine({ text: `${facts.filter((fact) => fact !== "").join(" ")}\n\n${read.text}`.trimEnd() })
  },
})
