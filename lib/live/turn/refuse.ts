import type { Problem } from "#lib/record/problem.ts"
import { newest, type Taking, takeIn } from "./turn.ts"

/**
 * A turn that asks nobody, since whom it is for cannot be asked any more: what was said is in the record, and why there
 * is no answer. Nothing where nothing waits.
 */
export const refuseTurn = async (taking: Taking, { id }: Problem): Promise<void> => {
  const turn = newest(taking.writer.entries, "turn") + 1
  const error = { kind: id, message: "" }
  await takeIn(taking, {
    before: [{ kind: "turn", turn, phase: "start" }],
    behind: [{ kind: "turn", turn, phase: "end", outcome: "error", error }],
  })
}
