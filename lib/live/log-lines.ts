import { headOf, parseLine, readLines } from "#db/entries.ts"
import { getObject } from "#db/objects.ts"
import type { Database } from "#db/open.ts"
import { readHeader } from "#db/records.ts"
import { objectsOf, printLog } from "#lib/record/log.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { printLine, type RecordHeader, type StoredObject } from "#lib/record/record.ts"

/** Entries read at once: a log is as long as it is, but never in memory whole. */
const stretch = 200

/** The lines of one entry: objects that it names and that were not written before, then its own exact text. */
async function* entryLines(
  db: Database,
  header: RecordHeader,
  json: string,
  seq: number,
  written: Set<string>,
): AsyncGenerator<string> {
  const entry = parseLine({ seq, json })
  const fresh = new Map<string, StoredObject>()
  for (const sha256 of objectsOf(entry)) {
    if (written.has(sha256)) continue
    written.add(sha256)
    const object = await getObject(db, sha256)
    if (object.ok) fresh.set(sha256, object.value)
  }
  const lines = [...printLog({ header, entries: [entry] }, (sha256) => fresh.get(sha256))]
  yield* lines.slice(1, -1)
  yield json
}

async function* linesOf(db: Database, header: RecordHeader, head: number): AsyncGenerator<string> {
  yield printLine(header)
  const written = new Set<string>()
  let after = 0
  while (after < head) {
    const lines = await readLines(db, header.id, { after, through: head, limit: stretch })
    if (lines.length === 0) return // deleted meanwhile
    for (const { seq, json } of lines) yield* entryLines(db, header, json, seq, written)
    after = lines.at(-1)?.seq ?? head
  }
}

/**
 * The crossing log of a stored record as it is now: its lines in order, without line feeds, entries as their exact
 * text. Objects that are missing or damaged are left out, as in `printLog`. Problem `record-unknown` {record}.
 */
export const logLines = async (db: Database, record: string): Promise<Outcome<AsyncGenerator<string>>> => {
  const header = await readHeader(db, record)
  if (!header.ok) return header
  const head = await headOf(db, record)
  return head === undefined ? refused("record-unknown", { record }) : fine(linesOf(db, header.value, head))
}
