import { z } from "zod"
import { base, tail } from "./base.ts"

export const undo = z.strictObject({ ...base, kind: z.literal("undo"), of: z.int().positive(), ...tail })
export const undoMeaning = "A compaction, replacement or rewind taken back."
