import type { Db } from "#db/connect.ts"
import { digestOf, getObject } from "#db/objects.ts"
import type { Source } from "#db/sources.ts"
import { readRange, type Spooled } from "./spool.ts"

const matches = async (db: Db, { file }: Spooled, whole: number, source: Source): Promise<boolean> => {
  let at = 0
  for (const segment of source.segments) {
    const length = Math.min(segment.bytes, whole - at)
    if (length === 0) return true
    const bytes = await readRange(file, at, length)
    if (length === segment.bytes) {
      if (digestOf(bytes) !== segment.sha256) return false
    } else {
      const kept = await getObject(db, segment.sha256)
      return kept.ok && bytes.equals(kept.value.bytes.subarray(0, length))
    }
    at += length
  }
  return true
}

/**
 * The first of the sources whose bytes begin those of the file (it is the same, or has grown) or are begun by them (an
 * older copy of it); undefined where the old bytes are others. `whole` is how much of the file counts.
 */
export const findSame = async (
  db: Db,
  spooled: Spooled,
  whole: number,
  sources: readonly Source[],
): Promise<Source | undefined> => {
  for (const source of sources) if (await matches(db, spooled, whole, source)) return source
  return undefined
}
