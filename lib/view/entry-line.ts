import type { Entry, EntryOf } from "#lib/record/entry.ts"
import { unreachable } from "#lib/unreachable.ts"
import { oneLine } from "./clip.ts"
import { entryWords, number, plural, size } from "./words.ts"

const join = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== "").join(" · ")

const phase = (entry: EntryOf<"turn"> | EntryOf<"step">, n: number): string =>
  join(
    `${entryWords[entry.kind]} ${n} ${entry.phase}`,
    entry.outcome,
    entry.error === undefined ? undefined : oneLine(entry.error.message, 120),
  )

/** Whom a request was for; an importer writes `unknown` for what its source does not say. */
const addressee = ({ provider, dialect, model }: EntryOf<"header">["target"]): string => {
  const known = [oneLine(provider, 40), oneLine(dialect, 40), oneLine(model, 60)].filter(
    (part) => part !== "unknown",
  )
  return known.length === 0 ? "target not stored" : known.join(" ")
}

const header = (entry: EntryOf<"header">): string =>
  join(
    entryWords.header,
    entry.reason,
    addressee(entry.target),
    entry.system === undefined ? "no system prompt" : `system ${plural(entry.system.length, "character")}`,
    entry.tools === undefined ? "no tools" : plural(entry.tools.length, "tool"),
  )

const compaction = (entry: EntryOf<"compaction">): string =>
  entry.covers === null
    ? join(entryWords.compaction, "the source names no entries that it covers")
    : join(entryWords.compaction, `covers entries ${entry.covers[0]}–${entry.covers[1]}`)

/** One line of words for an entry that is no message. Times and ids are shown elsewhere. */
export const entryLine = (entry: Entry): string => {
  switch (entry.kind) {
    case "message":
      return entryWords.message
    case "header":
      return header(entry)
    case "turn":
      return phase(entry, entry.turn)
    case "step":
      return phase(entry, entry.step)
    case "attempt":
      return join(
        `${entryWords.attempt} ${entry.n} of step ${entry.step}`,
        entry.status?.toString(),
        entry.error && oneLine(entry.error.message, 120),
      )
    case "permission":
      return join(
        entryWords.permission,
        `${entry.action} by ${oneLine(entry.by, 40)}`,
        entry.risk && oneLine(entry.risk, 60),
      )
    case "sent":
      return join(
        entry.by === "capture" ? "request captured" : entryWords.sent,
        entry.target,
        size(entry.length),
        `sha256 ${entry.sha256.slice(0, 8)}…`,
      )
    case "compaction":
      return compaction(entry)
    case "replacement":
      return join(entryWords.replacement, `of block ${entry.of}`, entry.reason)
    case "rewind":
      return join(
        entryWords.rewind,
        `to entry ${number(entry.to)}, which ${entry.keep ? "stays" : "goes too"}`,
      )
    case "undo":
      return join(entryWords.undo, `of entry ${number(entry.of)}`)
    case "unread":
      return join(entryWords.unread, oneLine(entry.why, 120), oneLine(entry.raw, 160))
    default:
      return unreachable(entry)
  }
}
