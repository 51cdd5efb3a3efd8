import { matches, type Term } from "./filter.ts"
import type { Order, Sheet } from "./sheet.ts"

/** The rows that meet every demand, as numbers in an order; all of them where nothing is demanded. */
export const found = (sheet: Sheet, order: Order, terms: readonly Term[]): readonly number[] => {
  const list = sheet.order[order]
  if (terms.length === 0) return list
  const { text } = sheet.spans
  return list.filter((number) => {
    const row = sheet.rows[number]
    return (
      row !== undefined &&
      matches(row, terms, {
        wire: () =>
          row.is === "crossing" && row.piece !== undefined ? text.slice(row.piece.start, row.piece.end) : "",
        findings: () => sheet.findingsAt(number),
      })
    )
  })
}
