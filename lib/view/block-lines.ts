import type { Entry } from "#lib/record/entry.ts"
import type { Crossing, Source } from "#lib/wire/crossing.ts"
import { oneLine } from "./clip.ts"
import { entryLine } from "./entry-line.ts"
import { headerPiece } from "./header-piece.ts"
import { type Named, nameOf, wordOf } from "./names.ts"
import { wordsOf } from "./shown.ts"

/** A row of a record's page in one line: what it is, and its first words. The same for every target. */
export type BlockLine = Pick<Named, "key" | "kind" | "role"> & {
  readonly word: string
  readonly text: string
}

/** The most characters of a line's words. */
const longest = 160
const limits = { lines: 1, chars: longest }

const headerText = (entry: Entry | undefined, path: string): string | undefined => {
  if (entry?.kind !== "header") return undefined
  const { head, fields, texts } = headerPiece(entry, path, limits)
  return [head ?? "", ...fields.map(({ value }) => value), ...texts.map(({ clip }) => clip.text)].join(" ")
}

/** Keys as rows have them; a block that comes again has `~2` behind its id. */
const blockKey = /^(\d+(?:\.\d+)+)(?:~\d+)?$/
const headerKey = /^(\d+)(\/.*?)(?:~\d+)?$/s

/** What a key names: a block or a part of a header; undefined for pieces that are made. */
const sourceOf = (key: string): Source | undefined => {
  const [, header, path] = headerKey.exec(key) ?? []
  if (path !== undefined) return { header: Number(header), path }
  const [, block] = blockKey.exec(key) ?? []
  return block === undefined ? undefined : { block }
}

/** An entry as one line: a message by its first block, with how many more it has; whatever else by what it says. */
const ofEntry = (entries: readonly Entry[], seq: number): readonly BlockLine[] => {
  const entry = entries[seq - 1]
  if (entry === undefined) return []
  const key = String(seq)
  const [block] =
    entry.kind === "message" || entry.kind === "compaction" ? blockLines(entries, [`${seq}.0`]) : []
  if (block === undefined)
    return [{ key, kind: "entry", role: "frame", word: entry.kind, text: entryLine(entry) }]
  const more = entry.kind === "message" ? entry.blocks.length - 1 : 0
  return [{ ...block, key, word: more > 0 ? `${block.word} +${more}` : block.word }]
}

const entryKey = /^[1-9]\d{0,9}$/

/** The lines of the rows, or of the whole entries, that `keys` name, as far as they name something that is stored. */
export const blockLines = (entries: readonly Entry[], keys: readonly string[]): readonly BlockLine[] =>
  keys.flatMap((key) => {
    if (entryKey.test(key)) return ofEntry(entries, Number(key))
    const from = sourceOf(key)
    if (from === undefined) return []
    const crossing: Crossing = { how: "carried", from, at: [] }
    const { slot, kind, role } = nameOf(crossing, entries)
    const stored = slot === undefined ? undefined : wordsOf(slot.block)
    const text = "header" in from ? headerText(entries[from.header - 1], from.path) : stored
    return text === undefined
      ? []
      : [{ key, kind, role, word: wordOf({ slot, crossing }), text: oneLine(text, longest) }]
  })
