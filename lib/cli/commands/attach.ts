import { createReadStream } from "node:fs"
import { Readable } from "node:stream"
import { z } from "zod"
import type { AttachReport } from "#lib/live/captures.ts"
import { fine, type Outcome } from "#lib/record/problem.ts"
import { fail } from "../fail.ts"
import { filesOf, type Named } from "../files.ts"
import { writeJson, writeLines } from "../output.ts"
import { ask } from "../remote.ts"
import { readSettings } from "../settings.ts"

const report = z.object({
  record: z.string(),
  format: z.string(),
  requests: z.int(),
  attached: z.array(z.object({ seq: z.int(), through: z.int(), sha256: z.string() })),
  known: z.int(),
  foreign: z.int(),
  other: z.int(),
  unread: z.int(),
})

const here = async (record: string, { path, name }: Named): Promise<Outcome<AttachReport>> => {
  const settings = readSettings(process.env)
  if (!settings.ok) return settings
  const { attachCaptures } = await import("#lib/live/captures.ts")
  const { withStore } = await import("../store.ts")
  const limit = settings.value.maxImportBytes
  return withStore((db) => attachCaptures(db, record, { name, stream: createReadStream(path), limit }))
}

const at = async (url: string, record: string, { path, name }: Named): Promise<Outcome<AttachReport>> => {
  const body = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array> // Node's own type of the same stream
  const answer = await ask(url, `/v1/conversations/${encodeURIComponent(record)}/captures`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream", "x-file-name": encodeURIComponent(name) },
    body,
  })
  return answer.ok ? fine(report.parse(await answer.value.json())) : answer
}

const linesOf = (name: string, told: AttachReport): readonly string[] => {
  const { format, requests, attached, known, foreign, other, unread } = told
  return [
    `${name}: ${format}`,
    ...attached.map(({ seq, through }) => `  request ${seq}, through entry ${through}`),
    `  requests ${requests} = attached ${attached.length} + known ${known} + foreign ${foreign}; other ${other}, unread ${unread}`,
  ]
}

export type AttachTo = {
  readonly record: string
  readonly url: string | undefined
  readonly json: boolean
}

/** `import PATH… --attach ID`: attaches the requests of captures to a record, here or at a server; 2 where a file is refused. */
export const attachCommand = async (
  paths: readonly string[],
  { record, url, json }: AttachTo,
): Promise<number> => {
  for (const path of paths) {
    const given = await filesOf(path)
    if (!given.ok) return fail(given.problem)
    for (const file of given.value.files) {
      const done = await (url === undefined ? here(record, file) : at(url, record, file))
      if (!done.ok) return fail(done.problem)
      if (json) await writeJson(done.value)
      else await writeLines(linesOf(file.name, done.value))
    }
  }
  return 0
}
