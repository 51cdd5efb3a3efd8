import { z } from "zod"
import { native } from "../proof.ts"
import type { Traits } from "../traits.ts"

export const opaque = z.strictObject({
  kind: z.literal("opaque"),
  /** Whose block it is: an api name such as `messages`. */
  source: z.string(),
  json: z.string(),
  native: native.exactOptional(),
})

export const opaqueTraits: Traits = {
  opensCall: false,
  closesCall: false,
  makerBound: false,
  speech: false,
  media: false,
  opaque: true,
  nests: false,
  meaning: "A provider's block that has no kind here, kept verbatim.",
}
