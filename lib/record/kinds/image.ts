import { z } from "zod"
import { native } from "../proof.ts"
import type { Traits } from "../traits.ts"
import { place } from "./place.ts"

export const image = z
  .strictObject({
    kind: z.literal("image"),
    ...place.fields,
    width: z.int().positive().exactOptional(),
    height: z.int().positive().exactOptional(),
    bytes: z.int().nonnegative().exactOptional(),
    native: native.exactOptional(),
  })
  .check(place.rule)

export const imageTraits: Traits = {
  opensCall: false,
  closesCall: false,
  makerBound: false,
  speech: false,
  media: true,
  opaque: false,
  nests: false,
  meaning: "A picture, kept as an object of the store or named by a URL that is never fetched.",
}
