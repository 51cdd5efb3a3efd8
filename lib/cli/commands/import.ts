import { z } from "zod"
import type { FileReport, ImportedFile, ImportReport } from "#db/imports.ts"
import { fine, type Outcome } from "#lib/record/problem.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import { fail } from "../fail.ts"
import { filesOf, type Given } from "../files.ts"
import { writeJson, writeLines } from "../output.ts"
import { receiptLines } from "../receipt-lines.ts"
import { addressOf, readSettings } from "../settings.ts"
import { attachCommand } from "./attach.ts"

const options = z.object({
  json: z.boolean().default(false),
  url: z.string().optional(),
  attach: z.string().optional(),
})

/** Takes what one argument stands for, as one import. */
type Take = (given: Given) => Promise<Outcome<ImportReport>>

const recordLine = (record: FileReport["records"][number], base: string): string =>
  `  ${base}/r/${record.id}  ${record.title ?? "untitled"}  ${record.head} entries, ${record.added} added`

const fileLines = ({ name, outcome }: ImportedFile, base: string): readonly string[] => {
  if (!outcome.ok) return [`${name}: refused. ${sentenceOf(outcome.problem)}`]
  const { format, status, records, receipt, structural, unread } = outcome.value
  return [
    `${name}: ${format}, ${status}`,
    ...records.map((record) => recordLine(record, base)),
    ...receiptLines({ receipt, repaired: receipt.repaired, structural, unread }).map((line) => `  ${line}`),
  ]
}

const tell = async (report: ImportReport, base: string, json: boolean): Promise<void> => {
  if (json) await writeJson({ ...report, receipt: `${base}/import/${report.id}` })
  else
    await writeLines([
      ...report.files.flatMap((file) => fileLines(file, base)),
      `receipt: ${base}/import/${report.id}`,
    ])
}

/** A file named by itself must be read; of a folder, one transcript among other files is enough. */
const codeOf = ({ isFolder }: Given, report: ImportReport): 0 | 2 => {
  const taken = report.files.filter(({ outcome }) => outcome.ok).length
  return taken === report.files.length || (isFolder && taken > 0) ? 0 : 2
}

type Told = { readonly base: string; readonly json: boolean }

const takeEach = async (paths: readonly string[], take: Take, { base, json }: Told): Promise<number> => {
  let code = 0
  for (const path of paths) {
    const given = await filesOf(path)
    const report = given.ok ? await take(given.value) : given
    if (!given.ok || !report.ok) {
      code = fail(report.ok ? { id: "internal", facts: {} } : report.problem)
      continue
    }
    await tell(report.value, base, json)
    for (const { outcome } of report.value.files) if (!outcome.ok) console.error(sentenceOf(outcome.problem))
    code = Math.max(code, codeOf(given.value, report.value))
  }
  return code
}

const intoStore = async (paths: readonly string[], json: boolean): Promise<number> => {
  const settings = readSettings(process.env)
  if (!settings.ok) return fail(settings.problem)
  const { localTake } = await import("../local-import.ts")
  const { withStore } = await import("../store.ts")
  const code = await withStore(async (db) => {
    const take = localTake(db, settings.value.maxImportBytes)
    return fine(await takeEach(paths, take, { base: addressOf(settings.value), json }))
  })
  return code.ok ? code.value : fail(code.problem)
}

const intoServer = async (paths: readonly string[], url: string, json: boolean): Promise<number> => {
  const { remoteTake } = await import("../remote-import.ts")
  return takeEach(paths, remoteTake(url), { base: url.replace(/\/$/, ""), json })
}

/**
 * `import PATH…`: stores transcripts, here or at a server; prints receipts and links. With `--attach ID` the files are
 * captures, whose requests join that record.
 */
export const importCommand = async (given: unknown, chosen: unknown): Promise<number> => {
  const { json, url, attach } = options.parse(chosen)
  const paths = z.array(z.string()).parse(given)
  if (attach !== undefined) return attachCommand(paths, { record: attach, url, json })
  return url === undefined ? intoStore(paths, json) : intoServer(paths, url, json)
}
