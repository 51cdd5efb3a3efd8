import { createReadStream } from "node:fs"
import { getImport, type ImportReport, startImport } from "#db/imports.ts"
import type { Database } from "#db/open.ts"
import { countPending } from "#lib/live/counting.ts"
import { importStream } from "#lib/live/import.ts"
import type { Outcome } from "#lib/record/problem.ts"
import type { Given } from "./files.ts"

/** Imports into this machine's own store; what came in is counted too, so that the list can filter by it at once. */
export const localTake =
  (db: Database, limit: number) =>
  async ({ name, files }: Given): Promise<Outcome<ImportReport>> => {
    const into = await startImport(db, name)
    for (const file of files)
      await importStream(db, { name: file.name, stream: createReadStream(file.path), limit }, into)
    await countPending(db)
    return getImport(db, into)
  }
