import { matches, type Term } from "./filter.ts"
import type { Row } from "./row.ts"
import type { Order, Sheet } from "./sheet.ts"

/** The wire's own text of a row's piece; empty where it has none. */
export const pieceText = ({ readings }: Sheet, row: Row): string => {
  if (row.is === "entry") return ""
  const { spans, piece } = readings.whole()
  const found = piece(row.crossing)
  return found === undefined ? "" : spans.text.slice(found.start, found.end)
}

/** The rows that meet every demand, as numbers in an order; all of them where nothing is demanded. */
export const found = (sheet: Sheet, order: Order, terms: readonly Term[]): readonly number[] => {
  const list = sheet.order[order]
  if (terms.length === 0) return list
  return list.filter((number) => {
    const row = sheet.rows[number]
    return (
      row !== undefined &&
      matches(row, terms, { wire: () => pieceText(sheet, row), findings: () => sheet.findingsAt(number) })
    )
  })
}
