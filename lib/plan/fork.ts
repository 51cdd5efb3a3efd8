import type { Draft } from "#lib/record/build.ts"
import type { Entry, Header, Seq } from "#lib/record/entry.ts"
import { fine, refused } from "#lib/record/problem.ts"
import type { RecordHeader } from "#lib/record/record.ts"
import { boundaryAt } from "./boundary.ts"
import { type Planned, planOf } from "./plan.ts"

/** The header in force, said again; none where the record has none. */
const resumed = (entries: readonly Entry[]): readonly Draft[] => {
  const header = entries.findLast((entry): entry is Header => entry.kind === "header")
  if (header === undefined) return []
  const { seq: _, id: __, at: ___, origin: ____, ...fields } = header
  return [{ ...fields, reason: "resume" }]
}

/** The header line of a fork: it names its parent, and no source, since none was read for it. */
export const forkHeader = (
  { id: parent, title }: RecordHeader,
  through: Seq,
  { id, at }: { readonly id: string; readonly at: string },
): RecordHeader => ({
  kind: "record",
  version: 1,
  id,
  ...(title === undefined ? {} : { title }),
  createdAt: at,
  parent: { record: parent, seq: through, how: "fork" },
})

/**
 * A new record that begins with the entries up to `through`, moved back where that would split a round, and goes on from
 * there. Problems `plan-entry-unknown` {seq, head}; `plan-empty` {kind}: nothing would be left to copy.
 */
export const planFork = (
  entries: readonly Entry[],
  { through: asked }: { readonly through: Seq },
): Planned => {
  if (!Number.isInteger(asked) || asked < 1 || asked > entries.length)
    return refused("plan-entry-unknown", { seq: asked, head: entries.length })
  const through = boundaryAt(entries, asked)
  if (through === 0) return refused("plan-empty", { kind: "fork" })
  const moved = through === asked ? {} : { moved: { from: asked, to: through, why: "round" as const } }
  const drafts = resumed(entries.slice(0, through))
  return fine(planOf(entries, { kind: "fork", through, drafts, ...moved }))
}
