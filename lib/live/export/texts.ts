import { readEntries } from "#db/entries.ts"
import { getObject } from "#db/objects.ts"
import type { Database } from "#db/open.ts"
import { blockAt, holdsSeals, stringsOf } from "#lib/export/strings.ts"
import type { Entry, Seq } from "#lib/record/entry.ts"
import { objectsOf } from "#lib/record/log.ts"
import type { RecordHeader, StoredObject } from "#lib/record/record.ts"

/** A text of a record in which a secret may stand. `seq`: of its entry, or of the first that names the object; 0 for the header line. */
export type RecordText = {
  readonly seq: Seq
  readonly path: string
  readonly block?: string
  readonly text: string
  readonly sealed: boolean
}

/** Entries read at once: a record is as long as it is, but never in memory whole. */
const stretch = 200

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** An object's bytes as text, where they are that: clean UTF-8 without a NUL. */
export const textOf = ({ bytes }: StoredObject): string | undefined => {
  if (bytes.includes(0)) return undefined
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined // a picture, an archive
  }
}

/** Whether an object is a stretch of an entry's source, in which a provider's own JSON stands. */
export const isSource = (entry: Entry, sha256: string): boolean => entry.origin?.segment === sha256

const textsOfLine = (line: Entry | RecordHeader): readonly RecordText[] =>
  stringsOf(line).map((held) => {
    const block = line.kind === "record" ? undefined : blockAt(line, held.path)
    return {
      seq: line.kind === "record" ? 0 : line.seq,
      path: held.path,
      ...(block === undefined ? {} : { block }),
      text: held.text,
      sealed: holdsSeals(held),
    }
  })

/** Every text of a stored record up to an entry, in order: of its lines, and of the objects that are text, each once. */
export async function* textsOfRecord(
  db: Database,
  header: RecordHeader,
  through: Seq,
): AsyncGenerator<readonly RecordText[]> {
  yield textsOfLine(header)
  const seen = new Set<string>()
  for (let after = 0; after < through; after += stretch) {
    const entries = await readEntries(db, header.id, { after, through, limit: stretch })
    if (entries.length === 0) return // deleted meanwhile
    yield entries.flatMap(textsOfLine)
    for (const entry of entries)
      for (const sha256 of objectsOf(entry)) {
        if (seen.has(sha256)) continue
        seen.add(sha256)
        const object = await getObject(db, sha256)
        const text = object.ok ? textOf(object.value) : undefined
        const path = `/object/${sha256.slice(0, 8)}`
        if (text !== undefined) yield [{ seq: entry.seq, path, text, sealed: isSource(entry, sha256) }]
      }
  }
}
