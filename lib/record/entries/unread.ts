import { z } from "zod"
import { base, tail } from "./base.ts"

export const unread = z.strictObject({
  ...base,
  kind: z.literal("unread"),
  raw: z.string(),
  why: z.string(),
  ...tail,
})
export const unreadMeaning = "A line of the source that no importer understood, kept as it was."
