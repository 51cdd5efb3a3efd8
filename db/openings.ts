import type { Message } from "#lib/record/entry.ts"
import { openingEntries } from "#lib/record/opening.ts"
import type { Db } from "./connect.ts"
import { parseLine } from "./entries.ts"

/** The longest entry that is read for first words, in bytes. */
const mostBytes = 60_000

const textOf = (message: Message): string =>
  message.blocks
    .flatMap((block) => (block.kind === "text" ? [block.text] : []))
    .join(" ")
    .replace(/\s+/g, " ")
    .trim()

/**
 * The first words of each record, for those that have no title: a person's where there are any, else whoever spoke
 * first; in one line, at most `most` characters. A record without words near its beginning is absent.
 */
export const openingsOf = async (
  { sql }: Db,
  records: readonly string[],
  most: number,
): Promise<ReadonlyMap<string, string>> => {
  const rows = await sql<{ record: string; seq: number; json: string }[]>`
    select record, seq, json from entry
    where record = any(${[...records]}) and seq <= ${openingEntries} and kind = 'message'
    and octet_length(json::text) <= ${mostBytes} order by record, seq`
  const found = new Map<string, { readonly text: string; readonly isHuman: boolean }>()
  for (const { record, ...line } of rows) {
    const entry = parseLine(line)
    if (entry.kind !== "message" || found.get(record)?.isHuman === true) continue
    const isHuman = entry.speaker.kind === "human"
    const text = textOf(entry)
    if (text !== "" && (isHuman || !found.has(record)))
      found.set(record, { text: text.slice(0, most), isHuman })
  }
  return new Map([...found].map(([record, { text }]) => [record, text]))
}
