import { z } from "zod"
import { native, proof } from "../proof.ts"
import type { Traits } from "../traits.ts"

export const toolCall = z.strictObject({
  kind: z.literal("tool-call"),
  callId: z.string(),
  name: z.string(),
  /** JSON text as the model wrote it, never re-encoded; free text where `form` is custom. */
  arguments: z.string(),
  form: z.enum(["function", "custom"]).exactOptional(),
  proof: proof.exactOptional(),
  itemId: z.string().exactOptional(),
  providerExecuted: z.literal(true).exactOptional(),
  native: native.exactOptional(),
})

export const toolCallTraits: Traits = {
  opensCall: true,
  closesCall: false,
  makerBound: false,
  speech: false,
  media: false,
  opaque: false,
  nests: false,
  meaning: "A tool that the model asked for, with its arguments.",
}
