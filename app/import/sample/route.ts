import { createReadStream } from "node:fs"
import { join } from "node:path"
import { sampleSession } from "#app/import/sample/session.ts"
import { answering } from "#app/server/answering.ts"
import { imported } from "#app/server/imported.ts"
import { problemAnswer } from "#app/server/problem-answer.ts"
import { projectRoot } from "#db/root.ts"
import { readSettings } from "#lib/cli/settings.ts"
import { fine } from "#lib/record/problem.ts"

export const dynamic = "force-dynamic"

/** Imports the session that ships with the product, through the same door as any other, and opens it. */
export const POST = (): Promise<Response> => {
  const settings = readSettings(process.env)
  if (!settings.ok) return Promise.resolve(problemAnswer(settings.problem))
  return answering(async (db) => {
    const stream = createReadStream(join(/* turbopackIgnore: true */ projectRoot(), sampleSession.path))
    const upload = { name: sampleSession.name, stream, limit: settings.value.maxImportBytes }
    const done = await imported(db, upload, undefined)
    if (!done.ok) return done
    const record = done.value.file.records[0]?.id
    const location =
      record === undefined ? `/import/${done.value.import}` : `/r/${encodeURIComponent(record)}`
    return fine(new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } }))
  })
}
