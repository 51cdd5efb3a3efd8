import { z } from "zod"
import { defaultPreserve } from "#lib/plan/compaction.ts"
import { fine } from "#lib/record/problem.ts"
import { compactConversation } from "./names.ts"
import { ownTool } from "./own.ts"

const parameters = z.strictObject({
  summary: z
    .string()
    .trim()
    .min(1, "summary must say something")
    .max(100_000)
    .describe(
      "All that you have to know to go on: what is wanted, what was decided and why, what was done and with what outcome, which files, names and values matter, what is open.",
    ),
  preserve: z
    .int()
    .min(0)
    .max(1000)
    .default(defaultPreserve)
    .describe("How many of the newest messages stay as they are, this call among them."),
})

/** `compact_conversation`: the model's own summary stands for all but the newest messages of the conversation that it is called in. */
export const compactTool = ownTool({
  name: compactConversation,
  description:
    "Replaces the older messages of this conversation by a summary that you write, to make room. Only the summary and the newest messages are before you afterwards. Call it when the conversation has grown long, or when you are asked to.",
  parameters,
  reads: false,
  run: async (_, { summary, preserve }) =>
    fine({
      text: "From here on your summary stands in the place of the older messages; the newest stay as they are.",
      act: { kind: "compaction", summary, preserve },
    }),
})
