import type { z } from "zod"
import type { SummaryAsk } from "#lib/live/summary/ask.ts"
import type { SummaryState } from "#lib/live/summary/outcome.ts"
import type { summaryBody } from "./interface/queries.ts"
import { problemBody } from "./problem-answer.ts"

/** A summary that is asked for at the door, as the live side knows it. */
export const summaryAskOf = (
  record: string,
  { head, preserve, to: { target, model }, again }: z.infer<typeof summaryBody>,
): SummaryAsk => ({
  record,
  ...(head === undefined ? {} : { head }),
  preserve,
  to: { target, ...(model === undefined ? {} : { model }) },
  ...(again === undefined ? {} : { again }),
})

/** How it stands with a summary, as `/v1` tells it: a problem has its sentence. */
export const summaryBodyOf = (state: SummaryState) =>
  state.is === "failed" ? { is: state.is, head: state.head, ...problemBody(state.problem) } : state
