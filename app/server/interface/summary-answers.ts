import { z } from "zod"

const seq = z.int().positive()
const head = seq.describe("The entry of the record that it is for; a plan for any other is another plan.")

const prompt = z
  .object({
    chars: z.int().nonnegative(),
    truncated: z.boolean(),
    omitted: z.int().nonnegative().describe("Secrets that were left out of it."),
  })
  .describe("What its writer was given to read.")

export const summaryAsked = z.object({
  conversation: z.string().describe("The conversation it is written in."),
  head,
  covers: z.tuple([seq, seq]),
  prompt,
})

export const summaryState = z.discriminatedUnion("is", [
  z.object({ is: z.literal("running"), head }),
  z.object({
    is: z.literal("failed"),
    head,
    error: z.object({
      id: z.string(),
      message: z.string(),
      facts: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  }),
  z.object({
    is: z.literal("written"),
    head,
    summary: z.string(),
    by: z.object({ provider: z.string(), model: z.string(), maxTokens: z.int().positive().optional() }),
    prompt,
  }),
])
