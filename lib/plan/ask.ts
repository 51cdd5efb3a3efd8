import { z } from "zod"
import type { Entry } from "#lib/record/entry.ts"
import type { Immutable } from "#lib/record/immutable.ts"
import { unreachable } from "#lib/unreachable.ts"
import { planCompaction } from "./compaction.ts"
import { planFork } from "./fork.ts"
import { planMicrocompaction } from "./microcompaction.ts"
import type { Planned } from "./plan.ts"
import { planRepair } from "./repair.ts"
import { planRewind } from "./rewind.ts"
import { planUndo } from "./undo.ts"

const seq = z.int().positive()
const count = z.int().nonnegative()
const by = z.strictObject({
  provider: z.string(),
  model: z.string(),
  maxTokens: z.int().positive().exactOptional(),
})
const prompt = z.strictObject({ chars: count, truncated: z.boolean() })

/** What somebody asks to have planned. */
export const planAsk = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("compaction"),
    summary: z.string(),
    preserve: count.exactOptional(),
    by: by.exactOptional(),
    prompt: prompt.exactOptional(),
  }),
  z.strictObject({
    kind: z.literal("microcompaction"),
    keep: count.exactOptional(),
    least: count.exactOptional(),
  }),
  z.strictObject({ kind: z.literal("rewind"), to: seq, keep: z.boolean() }),
  z.strictObject({ kind: z.literal("repair") }),
  z.strictObject({ kind: z.literal("undo"), of: z.array(seq) }),
  z.strictObject({ kind: z.literal("fork"), through: seq }),
])

export type PlanAsk = Immutable<z.infer<typeof planAsk>>

/** Plans what is asked for a record's entries. Problems: those of the kind's own plan. */
export const planFor = (entries: readonly Entry[], ask: PlanAsk): Planned => {
  switch (ask.kind) {
    case "compaction":
      return planCompaction(entries, ask)
    case "microcompaction":
      return planMicrocompaction(entries, ask)
    case "rewind":
      return planRewind(entries, ask)
    case "repair":
      return planRepair(entries)
    case "undo":
      return planUndo(entries, ask)
    case "fork":
      return planFork(entries, ask)
    default:
      return unreachable(ask)
  }
}
