import { z } from "zod"
import { type PlanKind, planKinds } from "#lib/plan/plan.ts"
import { usage } from "#lib/record/entries/base.ts"
import { message } from "#lib/record/entries/message.ts"
import { sent } from "#lib/record/entries/sent.ts"
import { entry } from "#lib/record/entry.ts"
import type { Immutable } from "#lib/record/immutable.ts"
import { recordHeader } from "#lib/record/record.ts"
import { type CutCause, cutCauses } from "#lib/sent/cause.ts"
import { type VerifyCause, verifyCauses } from "#lib/sent/verify.ts"
import { summaryAsked, summaryState } from "./summary-answers.ts"

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
  parent: recordHeader.shape.parent
    .unwrap()
    .nullable()
    .describe("The record it came from, where there and how."),
  head: seq.describe("The seq of its newest entry."),
  blocks: z.int(),
  unread: z.int(),
  quotes: z.int().nullable().describe("Mirrored quotes in the agent's prose; null until they are counted."),
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

const tokens = z
  .object({ reused: z.int(), new: z.int(), lost: z.int(), media: z.int() })
  .describe(
    "Estimates, UTF-8 bytes / 4 of each text; `media` counts pictures and files, whose tokens are not known.",
  )

const cause = z.enum(Object.keys(cutCauses) as [CutCause, ...CutCause[]]) // keys of a table that is not empty

const prefix = z.object({
  outcome: z.enum(["first", "extension", "cut"]),
  cut: z
    .object({
      pointer: z.string(),
      message: z.int().optional(),
      byte: z.int(),
      byteBefore: z.int().describe("The byte in the earlier body."),
      cause,
      seq: seq.optional().describe("The entry that brought it about, where it is one."),
    })
    .optional(),
  tokens,
  reported: usage.optional().describe("The provider's own numbers, from the reply."),
  disagreement: z.object({ says: z.enum(["missed", "more"]), cause }).optional(),
})

const storedRequest = z.object({
  sent,
  model: z.string().optional(),
  prefix: prefix.optional().describe("Absent where the bytes are not stored."),
})

const requests = z.object({
  record: z.string(),
  head: seq.describe("The head this page is of; give it back for the pages behind."),
  after: seq,
  next: seq.nullable().describe("`after` of the next page; null on the last."),
  requests: z.array(storedRequest),
})

const excerpt = z.object({ before: z.string(), from: z.string() })
const difference = z.object({ byte: z.int(), sent: excerpt, rebuilt: excerpt })
const facts = z.record(z.string(), z.union([z.string(), z.number()]))
const fault = z.enum(Object.keys(verifyCauses) as [VerifyCause, ...VerifyCause[]]) // the same

const verdict = z.discriminatedUnion("is", [
  z.object({ is: z.literal("proved"), by: z.enum(["bytes", "digest"]) }),
  z.object({ is: z.literal("mismatch"), cause: fault, facts, at: difference.exactOptional() }),
  z.object({
    is: z.literal("other-projector"),
    provedThen: z.boolean(),
    projector: z.int(),
    today: z.int(),
    at: difference,
  }),
  z.object({ is: z.literal("capture-differs"), at: difference }),
  z.object({ is: z.literal("unchecked"), cause: fault, facts }),
])

/** What became of the proof of one request. */
export const proof = z.object({ record: z.string(), seq, verdict, says: z.string() })

const attachReport = z
  .object({
    record: z.string(),
    format: z.string(),
    requests: z.int().describe("Requests to a model in the file: attached, known or foreign."),
    attached: z.array(z.object({ seq, through: z.int().nonnegative(), sha256: z.string() })),
    known: z.int().describe("Those that stand in the record already."),
    foreign: z.int().describe("Those that are none of this record's."),
    other: z.int().describe("What is no request to a model."),
    unread: z.int(),
  })
  .describe("What became of the exchanges of a capture.")

const seqs = z.array(seq)
const side = z.object({
  text: z.string().describe("The body, as text."),
  bytes: z.int(),
  sha256: z.string(),
  tokens: z.int().describe("An estimate."),
  findings: z.array(z.object({ rule: z.string(), severity: z.string(), pointer: z.string() }).loose()),
})

const planned = z.object({
  plan: z.object({
    kind: z.enum(Object.keys(planKinds) as [PlanKind, ...PlanKind[]]), // keys of a table that is not empty
    head: seq.describe("The entry it was made for; applying is refused for any other."),
    drafts: z.array(z.object({ kind: z.string() }).loose()).describe("What applying appends."),
    through: seq.optional().describe("Of a fork: the last entry that is copied."),
    moved: z.object({ from: z.int(), to: z.int(), why: z.literal("round") }).optional(),
    kept: seqs,
    dropped: seqs,
    returned: seqs,
    changed: z.array(z.string()),
    rounds: seqs,
    counts: z.record(z.string(), z.int()),
  }),
  effect: z.object({
    target: z.string(),
    model: z.string(),
    before: side,
    after: side,
    cache: tokens,
    cut: z.object({ byteBefore: z.int(), byte: z.int(), pointer: z.string() }).optional(),
    reasoningLost: z.array(z.object({ block: z.string(), reason: z.string() })),
  }),
})

/** Every named schema of the interface's description. */
const secrets = z.object({
  record: z.string(),
  through: seq.describe("The last entry that was read."),
  secrets: z.array(
    z.object({
      id: z.string().describe("Names the decision: `keep` of an export takes it."),
      rule: z.string(),
      masked: z.string().describe("Its first and last few characters."),
      count: z.int().describe("In how many places it stands."),
      places: z.array(
        z.object({
          seq: seq.describe("Its entry; 0 is the header line."),
          path: z.string().describe("A JSON pointer into the entry, or the object that is text."),
          block: z.string().optional(),
          before: z.string(),
          after: z.string(),
        }),
      ),
    }),
  ),
})

export const components = {
  Secrets: secrets,
  Entry: entry,
  Message: message,
  RecordHeader: recordHeader,
  Summary: summary,
  Conversations: conversations,
  Conversation: conversation,
  Entries: page("entries", entry),
  Messages: page("messages", message),
  Requests: requests,
  Request: storedRequest.extend({ record: z.string() }),
  Proof: proof,
  Planned: planned,
  Applied: z.object({ record: z.string().describe("Of a fork: the new one."), head: seq, seqs }),
  SummaryAsked: summaryAsked,
  SummaryState: summaryState,
  Created: z.object({ id: z.string() }),
  Done: z.object({}),
  Deleted: deleted,
  Attached: attachReport,
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
