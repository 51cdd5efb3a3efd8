import { z } from "zod"

type Placed = { readonly object?: string; readonly url?: string }

/** Where the bytes of a picture or file are: in an object of the store, or behind a URL; exactly one. */
export const place = {
  fields: {
    object: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .exactOptional(),
    url: z.string().min(1).exactOptional(),
    mediaType: z.string(),
    name: z.string().exactOptional(),
  },
  rule: z.refine<Placed>((block) => (block.object === undefined) !== (block.url === undefined), {
    error: "exactly one of object and url",
  }),
} as const
