import { type Entry, entryTraits, type Seq } from "#lib/record/entry.ts"
import { fine, refused } from "#lib/record/problem.ts"
import { boundaryAt } from "./boundary.ts"
import { type Planned, planOf } from "./plan.ts"

/**
 * A rewind of the line to what it was just after entry `to`, or, where `keep` is false, just before it. One that would
 * split a round goes back to before the round. Problems `plan-entry-unknown` {seq, head}; `plan-empty` {kind}: nothing
 * of the line came after.
 */
export const planRewind = (
  entries: readonly Entry[],
  { to, keep }: { readonly to: Seq; readonly keep: boolean },
): Planned => {
  if (!Number.isInteger(to) || to < 1 || to > entries.length)
    return refused("plan-entry-unknown", { seq: to, head: entries.length })
  const asked = keep ? to : to - 1
  const at = boundaryAt(entries, asked)
  const moved = at === asked ? {} : { moved: { from: asked, to: at, why: "round" as const } }
  const draft =
    at === 0
      ? ({ kind: "rewind", to: 1, keep: false } as const)
      : at === asked
        ? ({ kind: "rewind", to, keep } as const)
        : ({ kind: "rewind", to: at, keep: true } as const)
  if (!entries.slice(at).some(({ kind }) => entryTraits[kind].inLine))
    return refused("plan-empty", { kind: "rewind" })
  return fine(planOf(entries, { kind: "rewind", drafts: [draft], ...moved }))
}
