import type { RecordLog } from "#lib/record/record.ts"
import { oneLine } from "./clip.ts"

/** The longest title that is shown, in UTF-16 units. */
const longest = 120

const firstWords = (entries: RecordLog["entries"]): string | undefined => {
  for (const entry of entries) {
    if (entry.kind !== "message" || entry.speaker.kind !== "human") continue
    const said = entry.blocks.find((block) => block.kind === "text" && block.text.trim() !== "")
    if (said?.kind === "text") return said.text
  }
  return undefined
}

/** A record's title on one line: its own, else a person's first words in it, else its id. */
export const titleOf = ({ header, entries }: RecordLog): string => {
  const own = oneLine(header.title ?? "", longest)
  if (own !== "") return own
  const words = oneLine(firstWords(entries) ?? "", longest)
  return words === "" ? header.id : words
}
