import type { Entry } from "#lib/record/entry.ts"
import { oneLine } from "./clip.ts"
import { headerPiece } from "./header-piece.ts"
import { type Named, ofHeader, ofSlot } from "./names.ts"
import { wordsOf } from "./shown.ts"
import { slotsOf } from "./slots.ts"

/** A row of a record's page in one line: what it is, and its first words. The same for every target. */
export type BlockLine = Pick<Named, "kind" | "role" | "word"> & {
  readonly key: string
  readonly text: string
}

/** The most characters of a line's words. */
const longest = 160
const limits = { lines: 1, chars: longest }

const lineOf = (key: string, { kind, role, word }: Named, text: string): BlockLine => ({
  key,
  kind,
  role,
  word,
  text: oneLine(text, longest),
})

const ofPiece = (entries: readonly Entry[], key: string, seq: number, path: string): readonly BlockLine[] => {
  const entry = entries[seq - 1]
  if (entry?.kind !== "header") return []
  const { head, fields, texts } = headerPiece(entry, path, limits)
  const values = [...fields.map(({ value }) => value), ...texts.map(({ clip }) => clip.text)]
  return [lineOf(key, ofHeader(seq, path), [head ?? "", ...values].join(" "))]
}

/** Keys as rows have them; a block that comes again has `~2` behind its id. */
const blockKey = /^((\d+)(?:\.\d+)+)(?:~\d+)?$/
const headerKey = /^(\d+)(\/.*?)(?:~\d+)?$/s

/** The lines of the rows that `keys` name, as far as they name something that is stored. */
export const blockLines = (entries: readonly Entry[], keys: readonly string[]): readonly BlockLine[] =>
  keys.flatMap((key) => {
    const [, piece, path] = headerKey.exec(key) ?? []
    if (path !== undefined) return ofPiece(entries, key, Number(piece), path)
    const [, id, seq] = blockKey.exec(key) ?? []
    const entry = entries[Number(seq) - 1]
    const slot = entry === undefined ? undefined : slotsOf(entry).find((each) => each.id === id)
    return slot === undefined ? [] : [lineOf(key, ofSlot(slot), wordsOf(slot.block))]
  })
