import { z } from "zod"
import { native } from "../proof.ts"
import type { Traits } from "../traits.ts"
import { file } from "./file.ts"
import { image } from "./image.ts"
import { text } from "./text.ts"

export const resultContent = z.discriminatedUnion("kind", [text, image, file])

export const toolResult = z.strictObject({
  kind: z.literal("tool-result"),
  callId: z.string(),
  name: z.string(),
  isError: z.boolean(),
  content: z.array(resultContent),
  providerExecuted: z.literal(true).exactOptional(),
  native: native.exactOptional(),
})

export const toolResultTraits: Traits = {
  opensCall: false,
  closesCall: true,
  makerBound: false,
  speech: false,
  media: false,
  opaque: false,
  nests: true,
  meaning: "What a tool gave back for one call.",
}
