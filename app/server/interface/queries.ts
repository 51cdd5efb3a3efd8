import { z } from "zod"
import { traits } from "#app/list/traits.ts"
import { planAsk } from "#lib/plan/ask.ts"
import { defaultPreserve } from "#lib/plan/compaction.ts"
import { exportFormatIds } from "#lib/view/export-formats.ts"
import { whole } from "./door.ts"

/** What can be asked in a URL. Names are the same on pages and in `/v1`. */

const yesOrNo = z.stringbool({ truthy: ["true", "on"], falsy: ["false", "off"] })
const seq = whole(0, 2_147_483_647)

const commaList = z
  .string()
  .max(200)
  .transform((text) => text.split(",").filter((part) => part !== ""))
  .pipe(z.array(z.enum(traits)))

export const listQuery = z.strictObject({
  q: z.string().max(500).optional().describe("Words that an entry or the title holds; all of them."),
  format: z.string().max(100).optional().describe("Transcript format, one of `crossing formats`."),
  model: z.string().max(200).optional().describe("A model that made one of its messages."),
  has: commaList
    .optional()
    .describe(
      "What its crossings hold, for the record's own target, or `quotes`: mirrored ones in its prose; all of them.",
    ),
  order: z
    .enum(["active", "added"])
    .default("active")
    .describe("By the newest time in a record, or by when it was added."),
  cursor: z.string().max(500).optional().describe("`next` of the page before."),
  limit: whole(1, 200).default(50),
})

/** What the page of the list can be asked beside that. */
export const shownQuery = listQuery.extend({ open: z.string().max(500).optional() })

export const pageQuery = z.strictObject({
  after: seq.default(0).describe("Entries with a greater seq."),
  limit: whole(1, 1000).default(200),
  head: seq
    .optional()
    .describe(
      "Entries up to this seq; the answer names the head it used, and a page of a fixed head never changes.",
    ),
})

export const wireQuery = z.strictObject({
  target: z.string().max(100).describe("Whom the wire is for, one of `crossing targets`."),
  asOf: seq.optional().describe("The record cut after this entry; absent means all of it."),
  model: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe("Instead of the header's, the maker's or the target's own."),
  vision: yesOrNo.optional().describe("Whether the model sees pictures; absent means the target's own."),
})

export const importQuery = z.strictObject({
  name: z
    .string()
    .max(2000)
    .optional()
    .describe("The file's name or path; else the header `x-file-name`, percent-encoded."),
  import: z
    .string()
    .max(100)
    .optional()
    .describe("Id of an import that this file joins, so that a folder has one receipt."),
})

export const importsQuery = z.strictObject({
  before: z.string().max(100).optional().describe("`next` of the page before."),
  limit: whole(1, 200).default(50),
})

const decisions = z
  .string()
  .max(20_000)
  .regex(/^(?:all|[0-9a-f]{12}(?:,[0-9a-f]{12})*)?$/, "must be ids of secrets, or `all`")
  .transform((text) => (text === "all" ? text : text.split(",").filter((id) => id !== "")))
  .pipe(z.union([z.literal("all"), z.array(z.string())]))

export const exportQuery = z.strictObject({
  format: z.enum(exportFormatIds).default("log"),
  target: z.string().max(100).optional().describe("Whom a page is for; absent means the record's own."),
  asOf: seq.optional().describe("The record cut after this entry; absent means all of it."),
  keep: decisions
    .default([])
    .describe("Secrets that stay, by the ids that `secrets` gives; `all` leaves nothing out."),
})

export const secretsQuery = z.strictObject({
  asOf: seq.optional().describe("The record cut after this entry; absent means all of it."),
})

/** The seq in a path; 0, which no entry has, where it is none. */
export const seqIn = (text: string): number => seq.safeParse(text).data ?? 0

export const noQuery = z.strictObject({})

/** The body that creates a record. */
export const createBody = z.strictObject({
  title: z.string().min(1).max(500).optional(),
})

/** The body that begins an import of several files. */
export const beginBody = z.strictObject({ name: z.string().trim().min(1).max(500) })

export const eventsQuery = z.strictObject({
  from: z
    .string()
    .regex(/^\d{1,10}\.\d{1,10}$/, "must be the id of an event")
    .optional()
    .describe("The id of the last event that was seen; the header Last-Event-ID goes before it."),
})

const addressee = z.strictObject({
  target: z.string().max(100),
  model: z.string().min(1).max(200).optional(),
})

/** What is said to a record. */
export const sayBody = z.strictObject({
  kind: z
    .enum(["said", "continue", "again"])
    .default("said")
    .describe("`continue` asks the agent to go on; `again` says nothing and asks again."),
  text: z.string().max(1_000_000).optional(),
  images: z
    .array(
      z.strictObject({
        mediaType: z.string().regex(/^image\/[a-z0-9.+-]{1,60}$/),
        base64: z.string(),
        name: z.string().max(200).optional(),
      }),
    )
    .max(20)
    .default([]),
  to: addressee.optional().describe("Whom to ask: a target, or `demo`; absent: whoever was asked last."),
  rewind: z
    .strictObject({ to: z.int().positive(), keep: z.boolean() })
    .optional()
    .describe("Takes the conversation back to this entry first."),
})
export type SayBody = z.infer<typeof sayBody>

export const decideBody = z.strictObject({ callId: z.string().min(1).max(1000), allowed: z.boolean() })

/** What is to be planned, and for whose wire. */
export const planBody = z.strictObject({ plan: planAsk, target: z.string().max(100).default("anthropic") })

/** What was planned, and the head it was planned for. */
export const applyBody = z.strictObject({ plan: planAsk, head: z.int().nonnegative() })

/** What is to be summarised, and by whom. */
export const summaryBody = z.strictObject({
  head: z
    .int()
    .positive()
    .max(2_147_483_647)
    .optional()
    .describe("The record as it was after this entry, as a plan has it; absent means all of it."),
  preserve: z
    .int()
    .nonnegative()
    .default(defaultPreserve)
    .describe("How many of the newest messages stay as they are."),
  to: addressee.describe("Who writes it: a target, or `demo`."),
  again: z
    .string()
    .max(200)
    .optional()
    .describe(
      "The conversation of the same summary, asked for before: it is written anew there, unless the record has grown.",
    ),
})
