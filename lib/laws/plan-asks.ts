import fc from "fast-check"
import type { PlanAsk } from "#lib/plan/ask.ts"
import type { PlanKind } from "#lib/plan/plan.ts"
import { undoable } from "#lib/plan/undo.ts"
import type { Entry } from "#lib/record/entry.ts"
import type { RecordLog } from "#lib/record/record.ts"
import { unreachable } from "#lib/unreachable.ts"

/** What is asked of plans, as shares of what the record has: so that it fits every record, and shrinks with it. */
export type Asked = { readonly share: number; readonly few: number; readonly keep: boolean }

export const summaryText = "What came before, in short: 4711."

/** What is asked, as much as a plan of each kind takes of it. */
export const anyAsked: fc.Arbitrary<Asked> = fc.record({
  share: fc.nat({ max: 1000 }).map((n) => n / 1000),
  few: fc.nat({ max: 4 }),
  keep: fc.boolean(),
})

/** What is asked of a plan of one kind, put in this record's own numbers. */
export const askOf = (entries: readonly Entry[], kind: PlanKind, { share, few, keep }: Asked): PlanAsk => {
  const seq = Math.max(1, Math.round(share * entries.length))
  switch (kind) {
    case "compaction":
      return { kind, summary: summaryText, preserve: few }
    case "microcompaction":
      return { kind, keep: few }
    case "rewind":
      return { kind, to: seq, keep }
    case "repair":
      return { kind }
    case "fork":
      return { kind, through: seq }
    case "undo": {
      const acts = undoable(entries)
      return { kind, of: acts.slice(Math.floor(share * (acts.length - 1))).slice(0, 1) }
    }
    default:
      return unreachable(kind)
  }
}

/** The same record whose agent mirrors escapes: few random words do so by themselves. */
export const mirroring = (record: RecordLog): RecordLog => ({
  ...record,
  entries: record.entries.map((entry) =>
    entry.kind !== "message" || entry.role !== "assistant"
      ? entry
      : {
          ...entry,
          blocks: entry.blocks.map((block) =>
            block.kind === "text" && block.native === undefined
              ? { ...block, text: `${block.text} said \\"so\\" and \`\\"\`` }
              : block,
          ),
        },
  ),
})
