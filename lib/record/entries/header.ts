import { z } from "zod"
import { base, tail } from "./base.ts"

export const params = z.strictObject({
  maxTokens: z.int().positive().exactOptional(),
  temperature: z.number().exactOptional(),
  topP: z.number().exactOptional(),
  stop: z.array(z.string()).exactOptional(),
  toolChoice: z
    .union([z.enum(["auto", "none", "required"]), z.strictObject({ tool: z.string() })])
    .exactOptional(),
  thinking: z.strictObject({ mode: z.string(), budget: z.int().positive().exactOptional() }).exactOptional(),
  effort: z.string().exactOptional(),
  parallel: z.boolean().exactOptional(),
  /** JSON text of an object, verbatim for the header's own dialect only. */
  extra: z.string().exactOptional(),
})

export const tool = z.strictObject({
  name: z.string(),
  description: z.string().exactOptional(),
  /** JSON text, as written. */
  inputSchema: z.string(),
})

/** Facts of whom a live request acts for; its text is made from them and never stored. */
export const principal = z.strictObject({
  agent: z.string(),
  account: z.string(),
  uid: z.union([z.int().nonnegative(), z.string()]),
  expectedAccount: z.string(),
  mode: z.enum(["resident", "borrowed"]),
  node: z.string(),
  drift: z.union([z.boolean(), z.string()]),
})

export const headerTarget = z.strictObject({
  provider: z.string(),
  dialect: z.string(),
  model: z.string(),
  account: z.string().exactOptional(),
})

/** A full snapshot of all that a request holds beside history; what is absent is empty; never a delta. */
export const header = z.strictObject({
  ...base,
  kind: z.literal("header"),
  reason: z.enum(["initial", "resume", "change", "import"]),
  target: headerTarget,
  params,
  system: z.string().exactOptional(),
  tools: z.array(tool).exactOptional(),
  principal: principal.exactOptional(),
  ...tail,
})

export const headerMeaning =
  "All that a request holds beside history: target, parameters, system text, tools."
