import { z } from "zod"
import { base, tail } from "./base.ts"

export const permission = z.strictObject({
  ...base,
  kind: z.literal("permission"),
  callId: z.string(),
  action: z.enum(["asked", "allowed", "denied"]),
  by: z.string(),
  risk: z.string().exactOptional(),
  ...tail,
})
export const permissionMeaning = "A decision about a tool call."
