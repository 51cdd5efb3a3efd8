import { z } from "zod"
import { native, proof } from "../proof.ts"
import type { Traits } from "../traits.ts"

export const reasoning = z.strictObject({
  kind: z.literal("reasoning"),
  text: z.string(),
  proof: proof.exactOptional(),
  itemId: z.string().exactOptional(),
  native: native.exactOptional(),
})

export const reasoningTraits: Traits = {
  opensCall: false,
  closesCall: false,
  makerBound: true,
  speech: false,
  media: false,
  opaque: false,
  nests: false,
  meaning: "What the model thought before it spoke; never its speech.",
}
