import type { SourceReading } from "#lib/import/read-source.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import type { RecordLog } from "#lib/record/record.ts"

/** An option that is a whole number. Problem `option-not-number` {name, value}. */
export const wholeNumber = (name: string, text: string): Outcome<number> =>
  /^\d{1,9}$/.test(text) ? fine(Number(text)) : refused("option-not-number", { name, value: text })

/** The record of a file that `--record` names; the first where it names none. Problem `record-n-unknown` {n, records}. */
export const chosenRecord = ({ records }: SourceReading, text: string | undefined): Outcome<RecordLog> => {
  const n = text === undefined ? fine(1) : wholeNumber("--record", text)
  if (!n.ok) return n
  const record = records[n.value - 1]
  return record === undefined
    ? refused("record-n-unknown", { n: n.value, records: records.length })
    : fine(record)
}
