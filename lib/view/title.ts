import type { Entry } from "#lib/record/entry.ts"
import { openingEntries } from "#lib/record/opening.ts"
import type { RecordLog } from "#lib/record/record.ts"
import { oneLine } from "./clip.ts"

/** The longest title that is shown, in UTF-16 units. */
const longest = 120

const wordsOf = (entry: Entry): string =>
  entry.kind === "message"
    ? oneLine(entry.blocks.map((block) => (block.kind === "text" ? block.text : "")).join(" "), longest)
    : ""

/** A person's first words near the beginning; where nobody speaks there, those of whoever spoke first. */
const firstWords = (entries: readonly Entry[]): string => {
  let first = ""
  for (const entry of entries.slice(0, openingEntries)) {
    if (entry.kind !== "message") continue
    const isHuman = entry.speaker.kind === "human"
    if (!isHuman && first !== "") continue
    const words = wordsOf(entry)
    if (words !== "" && isHuman) return words
    if (first === "") first = words
  }
  return first
}

/** A record's title on one line: its own, else the first words in it, a person's before others', else its id. */
export const titleOf = ({ header, entries }: RecordLog): string => {
  const own = oneLine(header.title ?? "", longest)
  return own === "" ? firstWords(entries) || header.id : own
}
