import { z } from "zod"
import { base, failure, tail } from "./base.ts"

export const attempt = z.strictObject({
  ...base,
  kind: z.literal("attempt"),
  step: z.int().positive(),
  n: z.int().positive(),
  status: z.int().exactOptional(),
  error: failure.exactOptional(),
  /** Milliseconds, as the server asked for. */
  retryAfter: z.int().nonnegative().exactOptional(),
  ...tail,
})
export const attemptMeaning = "One try of a request."
