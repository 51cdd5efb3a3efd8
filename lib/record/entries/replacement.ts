import { z } from "zod"
import { block, blockId } from "../block.ts"
import { base, tail } from "./base.ts"

export const replacement = z.strictObject({
  ...base,
  kind: z.literal("replacement"),
  of: blockId,
  with: block,
  reason: z.enum(["cleared", "trimmed", "repaired"]),
  ...tail,
})
export const replacementMeaning = "Another block in the place of an earlier one."
