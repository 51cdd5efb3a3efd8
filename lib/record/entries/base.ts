import { z } from "zod"

const segment = z.string().regex(/^[0-9a-f]{64}$/)

/** Where in its source an imported entry stood: lines of a segment (1-based, inclusive), or a JSON pointer. */
export const origin = z.union([
  z.strictObject({ segment, lines: z.tuple([z.int().positive(), z.int().positive()]) }),
  z.strictObject({ segment, pointer: z.string() }),
])

export const at = z.iso.datetime({ precision: 3 }).nullable()

/** What every entry has. `at` null: the source names no time. */
export const base = {
  seq: z.int().positive(),
  id: z.string().min(1).max(200),
  at,
} as const

/** Kept last, so that an entry reads kind first. */
export const tail = { origin: origin.exactOptional() } as const

export const usage = z.strictObject({
  /** All of the prompt, of which `cacheRead` and `cacheWrite`. */
  input: z.int().nonnegative().exactOptional(),
  cacheRead: z.int().nonnegative().exactOptional(),
  cacheWrite: z.int().nonnegative().exactOptional(),
  output: z.int().nonnegative().exactOptional(),
  reasoning: z.int().nonnegative().exactOptional(),
})

export const failure = z.strictObject({
  kind: z.string(),
  message: z.string(),
  status: z.int().exactOptional(),
})
