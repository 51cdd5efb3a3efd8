import { z } from "zod"
import type { SourceReading } from "#lib/import/read-source.ts"
import { type Block, nested } from "#lib/record/block.ts"
import type { Entry } from "#lib/record/entry.ts"
import { printLog } from "#lib/record/log.ts"
import type { RecordLog } from "#lib/record/record.ts"
import { fail } from "../fail.ts"
import { columns, writeJson, writeLines } from "../output.ts"
import { receiptLines } from "../receipt-lines.ts"
import { readNamed } from "../source.ts"

const options = z.object({
  log: z.boolean().default(false),
  json: z.boolean().default(false),
  url: z.string().optional(),
})

const blocksOf = (entry: Entry): readonly Block[] => {
  if (entry.kind === "message") return entry.blocks
  return entry.kind === "replacement" ? [entry.with] : []
}

/** Blocks of a record, nested ones too, as the store counts them. */
const blockCount = ({ entries }: RecordLog): number =>
  entries.flatMap(blocksOf).reduce((total, block) => total + 1 + nested(block).length, 0)

const summary = (record: RecordLog, index: number) => ({
  n: index + 1,
  id: record.header.id,
  title: record.header.title ?? null,
  entries: record.entries.length,
  blocks: blockCount(record),
  ...(record.header.parent === undefined ? {} : { parent: record.header.parent }),
})

const report = ({ format, records, receipt, repaired, structural, unread }: SourceReading) => ({
  format,
  records: records.map(summary),
  receipt: {
    read: receipt.read,
    kept: receipt.kept,
    duplicate: receipt.duplicate,
    structural: receipt.structural,
    unread: receipt.unread,
  },
  repaired,
  structural,
  unread,
})

type Report = ReturnType<typeof report>

const recordLines = (records: Report["records"]): readonly string[] =>
  columns(
    records.map(({ n, id, title, entries, blocks, parent }) => [
      `  ${n}`,
      `${entries} entries`,
      `${blocks} blocks`,
      id,
      `${title ?? "untitled"}${parent === undefined ? "" : `, ${parent.how} of ${parent.record}`}`,
    ]),
  )

function* logsOf({ records, objects, segment }: SourceReading): Generator<string> {
  const all = new Map([...objects, segment].map((object) => [object.sha256, object]))
  for (const record of records) {
    yield* printLog(record, (sha256) => {
      const object = all.get(sha256)
      all.delete(sha256) // each object once, also where several records of the file name it
      return object
    })
  }
}

/** `read FILE`: detects the format, imports in memory, prints the receipt; unread lines are no failure. */
export const read = async (of: unknown, given: unknown): Promise<number> => {
  const { log, json, url } = options.parse(given)
  const reading = await readNamed({ of: z.string().parse(of), url })
  if (!reading.ok) return fail(reading.problem)
  if (log) await writeLines(logsOf(reading.value))
  else if (json) await writeJson(report(reading.value))
  else {
    const told = report(reading.value)
    const { length } = told.records
    await writeLines([
      `${told.format}, ${length} ${length === 1 ? "record" : "records"}`,
      ...recordLines(told.records),
      ...receiptLines(told),
    ])
  }
  return 0
}
