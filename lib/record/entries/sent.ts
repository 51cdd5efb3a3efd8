import { z } from "zod"
import { base, tail } from "./base.ts"

/** Limits and overrides of a projection; absent is off. */
export const policies = z.strictObject({
  vision: z.boolean().exactOptional(),
  lastCalls: z.int().nonnegative().exactOptional(),
  maxToolChars: z.int().nonnegative().exactOptional(),
  cacheMarks: z.boolean().exactOptional(),
})

export const sent = z.strictObject({
  ...base,
  kind: z.literal("sent"),
  by: z.enum(["crossing", "capture"]),
  /** Bytes of the whole body. */
  length: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Bytes shared with the request before. */
  shared: z.int().nonnegative(),
  proved: z.boolean().exactOptional(),
  step: z.int().positive().exactOptional(),
  target: z.string().exactOptional(),
  projector: z.int().positive().exactOptional(),
  /** The last entry that the request rests on. */
  through: z.int().nonnegative().exactOptional(),
  header: z.int().positive().exactOptional(),
  /** How it was projected, where any policy was on. */
  policies: policies.exactOptional(),
  ...tail,
})
export const sentMeaning = "A request that really crossed."
