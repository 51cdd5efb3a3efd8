import { z } from "zod"
import type { Immutable } from "./immutable.ts"

/** A maker's own seal on a block: bytes are stored as received and never touched. */
export const proof = z.strictObject({
  kind: z.enum(["anthropic-signature", "anthropic-redacted", "openai-encrypted", "gemini-signature"]),
  value: z.string(),
  id: z.string().exactOptional(),
})
export type Proof = Immutable<z.infer<typeof proof>>

/** The provider's own JSON for a block, verbatim, where our fields do not hold all of it. */
export const native = z.strictObject({ api: z.string().min(1), json: z.string() })
export type Native = Immutable<z.infer<typeof native>>
