import { setTimeout as pause } from "node:timers/promises"
import { getImport, type ImportReport } from "#db/imports.ts"
import type { Database } from "#db/open.ts"
import { countPending } from "#lib/live/counting.ts"
import { importStream, type Upload } from "#lib/live/import.ts"
import { fine, type Outcome } from "#lib/record/problem.ts"
import type { Imported } from "./interface/answers.ts"

/** Milliseconds that an answer waits for the counts of what came in, so that the list has them when it is shown next. */
const patience = 1_500

const lastOf = (report: ImportReport): Outcome<Imported> => {
  const file = report.files.at(-1)
  if (file === undefined) throw new Error("An import that took a file holds none.")
  return file.outcome.ok
    ? fine({ import: report.id, file: { n: file.n, ...file.outcome.value } })
    : file.outcome
}

/** Imports one uploaded file, alone or into an import that was begun; problems are those of `importStream` and `import-unknown`. */
export const imported = async (
  db: Database,
  upload: Upload,
  into: string | undefined,
): Promise<Outcome<Imported>> => {
  if (into !== undefined) {
    const known = await getImport(db, into)
    if (!known.ok) return known
  }
  const report = await importStream(db, upload, into)
  if (!report.ok) return report
  const counting = countPending(db).catch((error: unknown) => console.error(error))
  await Promise.race([counting, pause(patience)])
  return lastOf(report.value)
}
