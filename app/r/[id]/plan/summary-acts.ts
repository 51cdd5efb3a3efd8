"use server"
import { z } from "zod"
import { summaryBody } from "#app/server/interface/queries.ts"
import { sharedPanel } from "#app/server/panel.ts"
import { summaryAskOf } from "#app/server/summaries.ts"
import { readEntries } from "#db/entries.ts"
import type { Database } from "#db/open.ts"
import { withDatabase } from "#db/shared.ts"
import { ownTarget } from "#lib/live/counting.ts"
import { providers } from "#lib/live/providers.ts"
import { askSummary, type SummaryAsked } from "#lib/live/summary/ask.ts"
import { type SummaryState, summaryState } from "#lib/live/summary/outcome.ts"
import { lastChoice } from "#lib/live/turn/addressee.ts"
import { fine, type Outcome, type Problem, refused } from "#lib/record/problem.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import type { Choice } from "../chat/choice.ts"
import { firstChoice, type Offer, offersOf } from "../chat/offers.ts"

type Refusal = { readonly ok: false; readonly problem: Problem; readonly sentence: string }

/** Whom one can ask for a summary, and whom the page offers first. */
export type Writers = { readonly offers: readonly Offer[]; readonly choice: Choice }
export type WritersAnswer = ({ readonly ok: true } & Writers) | Refusal
export type AskedAnswer = { readonly ok: true; readonly asked: SummaryAsked } | Refusal
/** `sentence`: why there is none, of one that failed. */
export type StateAnswer =
  | { readonly ok: true; readonly state: SummaryState; readonly sentence?: string }
  | Refusal

const id = z.string().min(1).max(200)
const toOffer = z.strictObject({ record: id })
const toAsk = summaryBody.extend({ record: id })
const toRead = z.strictObject({ record: id, conversation: id })

const refusal = (problem: Problem): Refusal => ({ ok: false, problem, sentence: sentenceOf(problem) })

/** Reads what a page sent, and works on the store with it. */
const answered = async <Input, Value, Answer>(
  schema: z.ZodType<Input>,
  given: unknown,
  work: (db: Database, input: Input) => Promise<Outcome<Value>>,
  answer: (value: Value) => Answer,
): Promise<Answer | Refusal> => {
  const input = schema.safeParse(given)
  if (!input.success)
    return refusal(refused("query-invalid", { name: "summary", why: z.prettifyError(input.error) }).problem)
  const done = await withDatabase((db) => work(db, input.data))
  if (!done.ok) return refusal(done.problem)
  return done.value.ok ? answer(done.value.value) : refusal(done.value.problem)
}

/** Whom one can ask: whoever was asked last goes first. */
export const summaryWriters = async (given: z.input<typeof toOffer>): Promise<WritersAnswer> =>
  answered(
    toOffer,
    given,
    async (db, { record }) => {
      const entries = await readEntries(db, record, { limit: 2_147_483_647, kinds: ["header", "message"] })
      const known = await providers(db)
      const choice = firstChoice(known, lastChoice(entries), ownTarget(entries).id)
      return fine({ offers: offersOf(known), choice })
    },
    (writers): WritersAnswer => ({ ok: true, ...writers }),
  )

/** Has a model write a summary; it is written in a conversation of its own, which can be followed and stopped. */
export const beginSummary = async (given: z.input<typeof toAsk>): Promise<AskedAnswer> =>
  answered(
    toAsk,
    given,
    async (db, { record, ...asked }) => {
      const panel = await sharedPanel(db)
      return panel.ok ? askSummary(panel.value, db, summaryAskOf(record, asked)) : panel
    },
    (asked): AskedAnswer => ({ ok: true, asked }),
  )

/** How it stands with a summary. */
export const readSummary = async (given: z.input<typeof toRead>): Promise<StateAnswer> =>
  answered(toRead, given, summaryState, (state): StateAnswer => {
    const why = state.is === "failed" ? { sentence: sentenceOf(state.problem) } : {}
    return { ok: true, state, ...why }
  })
