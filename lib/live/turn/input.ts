import { z } from "zod"
import { block } from "#lib/record/block.ts"
import { speaker } from "#lib/record/entries/message.ts"
import type { Immutable } from "#lib/record/immutable.ts"

/** What is said to a record and waits for its turn. Pictures and files are stored as objects before, and named here. */
const input = z.strictObject({
  speaker,
  /** None: nothing new is said, the model is asked again. */
  blocks: z.array(block),
  /** The record is taken back to this entry first, which stays where `keep` says so. */
  rewind: z.strictObject({ to: z.int().positive(), keep: z.boolean() }).exactOptional(),
  /** Whom it is for; absent: whoever was asked last. `bare`: with what was said alone, without tools. */
  to: z
    .strictObject({
      target: z.string(),
      model: z.string().exactOptional(),
      bare: z.literal(true).exactOptional(),
    })
    .exactOptional(),
})

export type Input = Immutable<z.infer<typeof input>>

export const printInput = (of: Input): string => JSON.stringify(of)

/** An input from its stored text: it was written by `printInput`. */
export const parseInput = (json: string): Input => input.parse(JSON.parse(json))

/** Whether whoever is asked as `to` may answer what was said: it names nobody, or the same. */
export const isFor = ({ to: wanted }: Input, to: Input["to"]): boolean =>
  wanted === undefined ||
  to === undefined ||
  (wanted.target === to.target && wanted.model === to.model && wanted.bare === to.bare)
