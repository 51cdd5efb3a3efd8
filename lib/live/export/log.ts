import { readEntries } from "#db/entries.ts"
import { digestOf, getObject } from "#db/objects.ts"
import type { Database } from "#db/open.ts"
import { type Finder, redactedLine, withoutSecrets } from "#lib/export/secrets.ts"
import { withDigests } from "#lib/export/strings.ts"
import type { Entry } from "#lib/record/entry.ts"
import { objectsOf, printLog } from "#lib/record/log.ts"
import { printLine, type StoredObject } from "#lib/record/record.ts"
import { markedHeader, type Omitting } from "./omit.ts"
import type { Review } from "./review.ts"
import { isSource, textOf } from "./texts.ts"

/** Entries read at once: a log is as long as it is, but never in memory whole. */
const stretch = 200

const redactedObject = (object: StoredObject, sealed: boolean, find: Finder): StoredObject => {
  const text = textOf(object)
  const clean = text === undefined ? undefined : withoutSecrets(text, sealed, find)
  if (clean === text || clean === undefined) return object
  const bytes = Buffer.from(clean)
  return { sha256: digestOf(bytes), mediaType: object.mediaType, bytes }
}

/** The redacted objects that an entry names first; `renamed` has the digests of all that were read. */
const freshObjects = async (
  db: Database,
  entry: Entry,
  find: Finder,
  renamed: Map<string, string>,
): Promise<readonly StoredObject[]> => {
  const fresh: StoredObject[] = []
  for (const sha256 of objectsOf(entry)) {
    if (renamed.has(sha256)) continue
    const stored = await getObject(db, sha256)
    const object = stored.ok ? redactedObject(stored.value, isSource(entry, sha256), find) : undefined
    renamed.set(sha256, object?.sha256 ?? sha256)
    if (object !== undefined) fresh.push(object)
  }
  return fresh
}

/** The lines of a reviewed record's log, without what is left out: marks stand in its place, and the header line counts it. */
export async function* redactedLog(
  db: Database,
  { header, through }: Review,
  { omitted, find }: Omitting,
): AsyncGenerator<string> {
  const first = redactedLine(markedHeader(header, omitted), find)
  yield printLine(first)
  const renamed = new Map<string, string>()
  for (let after = 0; after < through; after += stretch)
    for (const stored of await readEntries(db, header.id, { after, through, limit: stretch })) {
      const fresh = await freshObjects(db, stored, find, renamed)
      const entry = withDigests(redactedLine(stored, find), (sha256) => renamed.get(sha256) ?? sha256)
      const objects = new Map(fresh.map((object) => [object.sha256, object]))
      yield* [...printLog({ header: first, entries: [entry] }, (sha256) => objects.get(sha256))].slice(1)
    }
}
