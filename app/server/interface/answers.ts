import { z } from "zod"
import { message } from "#lib/record/entries/message.ts"
import { entry } from "#lib/record/entry.ts"
import type { Immutable } from "#lib/record/immutable.ts"
import { recordHeader } from "#lib/record/record.ts"

/** What `/v1` answers with. Times are ISO 8601, UTC; null is unknown. */

const seq = z.int().nonnegative()
const time = z.iso.datetime()

const counts = z.object({
  target: z.string(),
  head: seq,
  projector: z.int(),
  carried: z.int(),
  altered: z.int(),
  dropped: z.int(),
  made: z.int(),
  findings: z.int(),
})

const summary = z.object({
  id: z.string(),
  title: z.string().nullable(),
  format: z.string().nullable(),
  session: z.string().nullable().describe("The source's own session id."),
  parent: z.string().nullable().describe("The record it came from."),
  head: seq.describe("The seq of its newest entry."),
  blocks: z.int(),
  unread: z.int(),
  models: z.array(z.string()),
  createdAt: time.nullable(),
  latestAt: time.nullable(),
  addedAt: time,
  changedAt: time,
  counts: counts.nullable().describe("For its own target; null until they are counted."),
  hit: z.object({ seq, text: z.string() }).nullable().describe("Where a search found its first word."),
})

const conversations = z.object({
  conversations: z.array(summary),
  next: z.string().nullable().describe("`cursor` of the next page; null on the last."),
})

const conversation = summary
  .omit({ hit: true })
  .extend({ header: recordHeader, children: z.array(z.string()) })

const page = <Item extends z.ZodType>(name: string, item: Item) =>
  z.object({
    record: z.string(),
    head: seq.describe("The head this page is of; give it back for the pages behind."),
    after: seq,
    next: seq.nullable().describe("`after` of the next page; null on the last."),
    [name]: z.array(item),
  })

const deleted = z.object({ entries: z.int(), blocks: z.int(), objects: z.int(), bytes: z.int() })

const file = z.object({
  n: z.int().positive(),
  name: z.string(),
  format: z.string(),
  bytes: z.int(),
  status: z.enum(["new", "grown", "same", "changed"]),
  changed: z
    .enum(["bytes", "importer", "continued"])
    .optional()
    .describe("Why a known file became a record of its own."),
  records: z
    .array(z.object({ id: z.string(), n: z.int(), title: z.string().nullable(), head: seq, added: z.int() }))
    .readonly(),
  receipt: z.object({
    read: z.int(),
    kept: z.int(),
    duplicate: z.int(),
    structural: z.int(),
    unread: z.int(),
    repaired: z.int(),
  }),
  structural: z.record(z.string(), z.int()),
  unread: z
    .array(z.object({ line: z.int(), why: z.string() }))
    .readonly()
    .describe("The first of them; the receipt counts all."),
  unfinished: z.object({ line: z.int(), object: z.string() }).optional(),
})

const imported = z.object({
  import: z.string().describe("Id of the import; its receipt is at `/import/<id>`."),
  file,
})

const refusal = z.object({
  error: z.object({
    id: z.string(),
    message: z.string(),
    facts: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
})

const importSummary = z.object({
  id: z.string(),
  name: z.string(),
  at: time,
  files: z.int(),
  refused: z.int(),
  records: z.int(),
  added: z.int(),
  unread: z.int(),
})

const refusedFile = z.object({ n: z.int().positive(), name: z.string(), error: refusal.shape.error })

/** Every named schema of the interface's description. */
export const components = {
  Entry: entry,
  Message: message,
  RecordHeader: recordHeader,
  Summary: summary,
  Conversations: conversations,
  Conversation: conversation,
  Entries: page("entries", entry),
  Messages: page("messages", message),
  Created: z.object({ id: z.string() }),
  Done: z.object({}),
  Deleted: deleted,
  Imported: imported,
  Imports: z.object({ imports: z.array(importSummary), next: z.string().nullable() }),
  Import: z.object({
    id: z.string(),
    name: z.string(),
    at: time,
    files: z.array(z.union([file, refusedFile])),
  }),
  Refusal: refusal,
} satisfies { readonly [id: string]: z.ZodType }

export type Component = keyof typeof components
export type Imported = Immutable<z.infer<typeof imported>>
