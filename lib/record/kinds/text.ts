import { z } from "zod"
import { native, proof } from "../proof.ts"
import type { Traits } from "../traits.ts"

export const text = z.strictObject({
  kind: z.literal("text"),
  text: z.string(),
  proof: proof.exactOptional(),
  itemId: z.string().exactOptional(),
  native: native.exactOptional(),
})

export const textTraits: Traits = {
  opensCall: false,
  closesCall: false,
  makerBound: false,
  speech: true,
  media: false,
  opaque: false,
  nests: false,
  meaning: "Words of the message's speaker.",
}
