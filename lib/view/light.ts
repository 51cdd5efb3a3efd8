import { nested } from "#lib/record/block.ts"
import { closed } from "./clip.ts"
import type { Light } from "./packed.ts"
import type { CrossingRow, Row } from "./row.ts"
import type { Sheet } from "./sheet.ts"
import { wordsOf } from "./shown.ts"
import { isLabel } from "./words.ts"

/** The columns for which heights are guessed; the page corrects a guess when it has measured the row. */
const columns = 64

/** The lines that a text takes, up to what a closed row shows, and one for saying that there is more. */
const linesOf = (text: string): number => {
  let lines = 0
  for (let start = 0; start <= text.length; ) {
    const feed = text.indexOf("\n", start)
    const stop = feed < 0 ? text.length : feed
    lines += Math.max(1, Math.ceil((stop - start) / columns))
    if (lines > closed.lines) return closed.lines + 1
    start = stop + 1
  }
  return lines
}

const guess = (row: CrossingRow): number => {
  const label = row.nested && row.crossing.how === "carried" ? 0 : 1
  const block = row.slot?.block
  if (isLabel(row.crossing.reason) || row.kind === "param") return 1
  if (block === undefined) return row.kind === "tool" || row.kind === "system" ? 8 : 2
  if (block.kind === "tool-result" && nested(block).length > 0) return 2
  if (block.kind === "image") return 6
  return Math.max(1, label + linesOf(wordsOf(block)))
}

/** For each call the row of its result, and the other way round; the nearest one behind, by call id. */
const pairs = (rows: readonly Row[]): ReadonlyMap<number, number> => {
  const open = new Map<string, number>()
  const found = new Map<number, number>()
  for (const [number, row] of rows.entries()) {
    const block = row.is === "crossing" ? row.slot?.block : undefined
    if (block?.kind === "tool-call") open.set(block.callId, number)
    if (block?.kind !== "tool-result") continue
    const call = open.get(block.callId)
    if (call === undefined) continue
    found.set(number, call)
    if (!found.has(call)) found.set(call, number)
  }
  return found
}

/** Every row of a sheet as far as the page knows it at once. */
export const light = (sheet: Sheet): readonly Light[] => {
  const pair = pairs(sheet.rows)
  return sheet.rows.map((row, number): Light => {
    if (row.is === "entry")
      return {
        key: row.key,
        kind: row.kind,
        role: row.role,
        how: undefined,
        reason: undefined,
        nested: false,
        lines: Math.min(row.entries.length, 12),
        pair: undefined,
      }
    return {
      key: row.key,
      kind: row.kind,
      role: row.role,
      how: row.crossing.how,
      reason: row.crossing.reason,
      nested: row.nested,
      lines: guess(row),
      pair: pair.get(number),
    }
  })
}
