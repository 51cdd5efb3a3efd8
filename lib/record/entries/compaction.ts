import { z } from "zod"
import { base, tail } from "./base.ts"

export const compaction = z.strictObject({
  ...base,
  kind: z.literal("compaction"),
  summary: z.string(),
  /** First and last seq that the summary stands for, or null where the source names none. */
  covers: z.tuple([z.int().positive(), z.int().positive()]).nullable(),
  preserveLast: z.int().nonnegative().exactOptional(),
  promptChars: z.int().nonnegative().exactOptional(),
  truncated: z.boolean().exactOptional(),
  by: z
    .strictObject({ provider: z.string(), model: z.string(), maxTokens: z.int().positive().exactOptional() })
    .exactOptional(),
  ...tail,
})
export const compactionMeaning = "A summary that stands for earlier messages."
