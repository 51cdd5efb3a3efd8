import { createReadStream } from "node:fs"
import { Readable } from "node:stream"
import { z } from "zod"
import type { FileReport, ImportReport } from "#db/imports.ts"
import { fine, type Outcome } from "#lib/record/problem.ts"
import type { Given, Named } from "./files.ts"
import { ask } from "./remote.ts"

const begun = z.object({ id: z.string() })
const problem = z.object({ id: z.string(), facts: z.record(z.string(), z.union([z.string(), z.number()])) })
const counts = z.object({
  read: z.int(),
  kept: z.int(),
  duplicate: z.int(),
  structural: z.int(),
  unread: z.int(),
  repaired: z.int(),
})
const taken = z.object({
  n: z.int(),
  name: z.string(),
  format: z.string(),
  bytes: z.int(),
  status: z.enum(["new", "grown", "same", "changed"]),
  records: z.array(
    z.object({ id: z.string(), n: z.int(), title: z.string().nullable(), head: z.int(), added: z.int() }),
  ),
  receipt: counts,
  structural: z.record(z.string(), z.int()),
  unread: z.array(z.object({ line: z.int(), why: z.string() })),
})
const refusedFile = z.object({ n: z.int(), name: z.string(), error: problem })
const receipt = z.object({
  id: z.string(),
  name: z.string(),
  at: z.string(),
  files: z.array(z.union([taken, refusedFile])),
})

const send = async (url: string, into: string, { path, name }: Named): Promise<Outcome<true>> => {
  const body = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array> // Node's own type of the same stream
  const sent = await ask(url, `/v1/import?import=${encodeURIComponent(into)}`, {
    method: "POST",
    headers: {
      "content-type": "application/octet-stream",
      "x-file-name": encodeURIComponent(name),
    },
    body,
  })
  return sent.ok ? fine(true) : sent
}

const fileOf = (file: z.infer<typeof taken> | z.infer<typeof refusedFile>): ImportReport["files"][number] => {
  if ("error" in file) return { n: file.n, name: file.name, outcome: { ok: false, problem: file.error } }
  const { n, ...report } = file
  return { n, name: file.name, outcome: fine(report satisfies FileReport) }
}

/** The server keeps a file's refusal in the receipt; what stops the import as a whole is given back. */
const stops = new Set([
  "server-unreachable",
  "server-answer-unknown",
  "url-invalid",
  "token-missing",
  "token-wrong",
  "host-refused",
])

/** Imports into a running server: begins one import, sends each file as a raw stream, and asks for the receipt. */
export const remoteTake =
  (url: string) =>
  async ({ name, files }: Given): Promise<Outcome<ImportReport>> => {
    const start = await ask(url, "/v1/imports", { method: "POST", json: { name } })
    if (!start.ok) return start
    const { id } = begun.parse(await start.value.json())
    for (const file of files) {
      const sent = await send(url, id, file)
      if (!sent.ok && stops.has(sent.problem.id)) return sent
    }
    const answer = await ask(url, `/v1/imports/${id}`)
    if (!answer.ok) return answer
    const report = receipt.parse(await answer.value.json())
    return fine({ ...report, files: report.files.map(fileOf) })
  }
