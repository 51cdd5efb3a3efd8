import { z } from "zod"
import { base, tail } from "./base.ts"

export const rewind = z.strictObject({
  ...base,
  kind: z.literal("rewind"),
  to: z.int().positive(),
  /** Whether entry `to` itself stays. */
  keep: z.boolean(),
  ...tail,
})
export const rewindMeaning = "The line set back to what it was at an earlier entry."
