import { z } from "zod"
import { native } from "../proof.ts"
import type { Traits } from "../traits.ts"
import { place } from "./place.ts"

export const file = z
  .strictObject({ kind: z.literal("file"), ...place.fields, native: native.exactOptional() })
  .check(place.rule)

export const fileTraits: Traits = {
  opensCall: false,
  closesCall: false,
  makerBound: false,
  speech: false,
  media: true,
  opaque: false,
  nests: false,
  meaning: "A document, kept as an object of the store or named by a URL that is never fetched.",
}
