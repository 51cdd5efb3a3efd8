import { z } from "zod"
import type { Database } from "#db/open.ts"
import { omittedWords } from "#lib/export/omitted.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { exportFormatIds } from "#lib/view/export-formats.ts"
import { plural } from "#lib/view/words.ts"
import { fail } from "../fail.ts"
import { write } from "../output.ts"
import { progressOf } from "../progress.ts"
import { ask } from "../remote.ts"
import { withStore } from "../store.ts"
import { listedIds } from "./listed-ids.ts"

const options = z.object({
  all: z.boolean().default(false),
  format: z.enum(exportFormatIds).default("log"),
  target: z.string().optional(),
  keep: z
    .string()
    .default("")
    .transform((ids) => ids.split(",").filter((id) => id !== "")),
  whole: z.boolean().default(false),
  url: z.string().optional(),
})
type Options = z.infer<typeof options>

const chunkLength = 65_536

const writeAll = async (lines: AsyncIterable<string>): Promise<void> => {
  let chunk = ""
  for await (const line of lines) {
    chunk += `${line}\n`
    if (chunk.length < chunkLength) continue
    await write(chunk)
    chunk = ""
  }
  if (chunk !== "") await write(chunk)
}

/** What was left out is said beside the export, so that nobody takes it for the whole. */
const tell = (record: string, secrets: number, places: number): void => {
  const words = omittedWords({ secrets, places })
  if (words !== undefined)
    console.error(`${record}: ${words} --keep takes ids of false alarms, --whole leaves nothing out.`)
}

const exactLog = async (db: Database, record: string): Promise<Outcome<true>> => {
  const { logLines } = await import("#lib/live/log-lines.ts")
  const lines = await logLines(db, record)
  if (!lines.ok) return lines
  await writeAll(lines.value)
  return fine(true)
}

const one = async (db: Database, record: string, given: Options): Promise<Outcome<true>> => {
  const { format, target, whole } = given
  if (whole && format === "log") return exactLog(db, record)
  const { exportStored } = await import("#lib/live/export/export.ts")
  const progress = progressOf("Reading for secrets")
  const wanted = { record, format, target, keep: whole ? ("all" as const) : given.keep }
  const made = await exportStored(db, wanted, progress.show)
  progress.end()
  if (!made.ok) return made
  await writeAll(made.value.lines)
  for (const { id, rule, masked, count } of made.value.left)
    console.error(`  ${id}  ${rule}  ${masked}  ${plural(count, "place")}`)
  tell(record, made.value.omitted.secrets, made.value.omitted.places)
  return fine(true)
}

async function* everyId(db: Database): AsyncGenerator<string> {
  const { listRecords } = await import("#db/list.ts")
  let cursor: string | null = ""
  while (cursor !== null) {
    const from: { readonly cursor?: string } = cursor === "" ? {} : { cursor }
    const page = await listRecords(db, { projector: 0 }, { order: "added", limit: 200, ...from })
    if (!page.ok) throw new Error(`A cursor of the store's own was refused: ${page.problem.id}.`)
    for (const { id } of page.value.records) yield id
    cursor = page.value.next
  }
}

const fromStore = (id: string | undefined, given: Options): Promise<Outcome<true>> =>
  withStore(async (db) => {
    if (id !== undefined) return one(db, id, given)
    for await (const record of everyId(db)) {
      const done = await one(db, record, given)
      if (!done.ok && done.problem.id !== "record-unknown") return done // one of all may be deleted meanwhile
    }
    return fine(true)
  })

const pathOf = (id: string, { format, target, keep, whole }: Options): string => {
  const record = `/v1/conversations/${encodeURIComponent(id)}`
  if (whole && format === "log") return `${record}/log`
  const query = new URLSearchParams({ format, keep: whole ? "all" : keep.join(",") })
  if (target !== undefined) query.set("target", target)
  return `${record}/export?${query}`
}

const remote = async (url: string, id: string, given: Options): Promise<Outcome<true>> => {
  const answer = await ask(url, pathOf(id, given))
  if (!answer.ok) return answer
  const { body, headers } = answer.value
  if (body !== null) for await (const chunk of body) await write(chunk)
  const count = (name: string): number => Number(headers.get(`x-crossing-omitted-${name}`) ?? 0)
  tell(id, count("secrets"), count("places"))
  return fine(true)
}

const fromServer = async (url: string, id: string | undefined, given: Options): Promise<Outcome<true>> => {
  if (id !== undefined) return remote(url, id, given)
  for await (const each of listedIds(url)) {
    if (!each.ok) return each
    const written = await remote(url, each.value, given)
    if (!written.ok && written.problem.id !== "record-unknown") return written
  }
  return fine(true)
}

/** `export [ID|--all]`: records as files to hand on, one after the other, without the secrets that are found in them. */
export const exportCommand = async (of: unknown, given: unknown): Promise<number> => {
  const parsed = options.safeParse(given)
  if (!parsed.success)
    return fail(refused("format-not-exported", { formats: exportFormatIds.join(", ") }).problem)
  const { all, format, url } = parsed.data
  const id = z.string().optional().parse(of)
  if ((id === undefined) === !all) return fail(refused("export-of-nothing").problem)
  if (all && (format === "html" || format === "markdown"))
    return fail(refused("export-of-many", { format }).problem)
  const written =
    url === undefined ? await fromStore(id, parsed.data) : await fromServer(url, id, parsed.data)
  return written.ok ? 0 : fail(written.problem)
}
