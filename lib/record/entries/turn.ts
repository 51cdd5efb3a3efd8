import { z } from "zod"
import { base, failure, tail, usage } from "./base.ts"

const phase = {
  phase: z.enum(["start", "end"]),
  outcome: z.enum(["done", "stopped", "error", "interrupted"]).exactOptional(),
  usage: usage.exactOptional(),
  error: failure.exactOptional(),
} as const

export const turn = z.strictObject({
  ...base,
  kind: z.literal("turn"),
  turn: z.int().positive(),
  ...phase,
  ...tail,
})
export const turnMeaning = "The start or end of the work on one input."

export const step = z.strictObject({
  ...base,
  kind: z.literal("step"),
  step: z.int().positive(),
  ...phase,
  ...tail,
})
export const stepMeaning = "The start or end of one request."
