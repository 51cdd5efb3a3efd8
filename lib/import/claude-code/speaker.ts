import type { Block } from "#lib/record/block.ts"
import type { Speaker } from "#lib/record/entry.ts"
import { continued, markOf } from "../marks.ts"
import type { SessionLine } from "./line.ts"

/** A notice that crossed as it stands; `name` says what made it. */
const notice = (name: string): Speaker => ({ kind: "notice", name, label: "as-sent" })

/** What is known of a user line, whichever of its blocks is asked about. */
export type UserLine = {
  readonly line: SessionLine
  /** Whether the line belongs to a sub-agent, whose prompts another agent wrote. */
  readonly sub: boolean
  /** Whether the line's content has several blocks. */
  readonly several: boolean
}

const whoever = ({ line, sub }: UserLine): Speaker => {
  const origin = line.origin?.kind
  if (origin === "human") return { kind: "human" }
  if (typeof origin === "string") return notice(origin)
  if (line.isMeta) return notice("meta")
  return sub ? { kind: "agent", label: "as-sent" } : { kind: "human" }
}

/**
 * Who said a block that stands in the user's role. Where the tool itself says that a person wrote the line, only a
 * reminder beside other blocks counts as machine-made.
 */
export const speakerOf = (block: Block | undefined, of: UserLine): Speaker => {
  const base = whoever(of)
  if (block?.kind !== "text") return base
  const mark = markOf(block.text)
  if (mark === undefined) return block.text.startsWith(continued) ? { kind: "summary" } : base
  const said = of.line.origin?.kind === "human"
  return said && !(of.several && mark === "reminder") ? base : notice(mark)
}
