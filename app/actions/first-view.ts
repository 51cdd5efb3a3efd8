import { after } from "next/server"
import { withDatabase } from "#db/shared.ts"
import { type FirstView, keepFirstView, keptFirstView } from "#lib/live/first-view.ts"
import { fine, type Outcome } from "#lib/record/problem.ts"
import { recordFacts } from "#lib/view/skeleton.ts"
import { titleOf } from "#lib/view/title.ts"
import { type Asked, type Opened, opened, skeletonOf } from "./opened.ts"

/** Whether nothing but the record's own target at its head is asked for, which is what is kept. */
const isUsual = ({ target, asOf, vision }: Asked, own: string): boolean =>
  asOf === undefined && vision === undefined && (target === undefined || target === own)

const kept = async (asked: Asked): Promise<FirstView | undefined> => {
  const found = await withDatabase((db) => keptFirstView(db, asked.record))
  return found.ok && found.value !== undefined && isUsual(asked, found.value.own) ? found.value : undefined
}

const made = ({ sheet, head, own }: Opened): FirstView => ({
  record: recordFacts(sheet.record.header, head),
  title: titleOf(sheet.record),
  own,
  skeleton: skeletonOf(sheet),
})

/**
 * What a record's page gets at once: as it was kept, where that answers what is asked; else the record is read and
 * projected, and the view kept once the answer is sent. Problems as `opened`.
 */
export const firstView = async (asked: Asked): Promise<Outcome<FirstView>> => {
  const known = await kept(asked)
  if (known !== undefined) return fine(known)
  const read = await opened(asked)
  if (!read.ok) return read
  const view = made(read.value)
  const { sheet, own } = read.value
  if (isUsual(asked, own)) after(() => withDatabase((db) => keepFirstView(db, sheet.record, view)))
  return fine(view)
}
