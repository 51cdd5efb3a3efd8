import { z } from "zod"
import { block } from "../block.ts"
import { base, tail, usage } from "./base.ts"

export const speakerKinds = ["human", "agent", "tool", "notice", "summary", "context"] as const

export const speaker = z.strictObject({
  kind: z.enum(speakerKinds),
  name: z.string().exactOptional(),
  /** Stands in the label line, so one short line of plain characters; `as-sent` means: crosses without a label line. */
  label: z
    .string()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._:/-]{0,59}$/u)
    .exactOptional(),
})

export const maker = z.strictObject({
  provider: z.string(),
  api: z.string(),
  model: z.string(),
  account: z.string().exactOptional(),
})

type Placement = {
  readonly role: string
  readonly speaker: { readonly kind: string }
  readonly blocks: readonly { readonly kind: string; readonly providerExecuted?: true }[]
}

const misplaced = (message: Placement): number =>
  message.blocks.findIndex((item) => {
    if (item.kind === "tool-call" || item.kind === "reasoning")
      return message.role !== "assistant" || message.speaker.kind !== "agent"
    if (item.kind === "tool-result")
      return message.role !== "tool" && !(message.role === "assistant" && item.providerExecuted === true)
    return false
  })

export const message = z
  .strictObject({
    ...base,
    kind: z.literal("message"),
    role: z.enum(["user", "assistant", "tool", "system"]),
    speaker,
    responseId: z.string().exactOptional(),
    maker: maker.exactOptional(),
    stop: z.enum(["end", "tool-calls", "length", "aborted", "error", "refusal", "filter"]).exactOptional(),
    blocks: z.array(block),
    usage: usage.exactOptional(),
    /** Shown to a person and never sent. */
    audience: z.literal("surface").exactOptional(),
    /** The source kept the facts but not the text that crossed. */
    derived: z.literal(true).exactOptional(),
    ...tail,
  })
  .check(
    z.refine<Placement>((item) => misplaced(item) < 0, {
      error: "a block stands under a role and speaker that cannot hold its kind",
    }),
  )

export const messageMeaning = "Something said, called or answered."
