import { headOf, readLines, type StoredLine } from "#db/entries.ts"
import type { Database } from "#db/open.ts"
import type { EntryKind, Seq } from "#lib/record/entry.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"

type Wanted = {
  readonly after: Seq
  readonly limit: number
  readonly head?: Seq | undefined
  readonly kinds?: readonly EntryKind[]
}

/** Characters after which a page ends early: one entry can be many megabytes. */
const enough = 8_000_000
const portion = 50

const gather = async (
  db: Database,
  record: string,
  head: Seq,
  wanted: Wanted,
): Promise<readonly StoredLine[]> => {
  const lines: StoredLine[] = []
  let length = 0
  while (lines.length < wanted.limit && length < enough) {
    const limit = Math.min(portion, wanted.limit - lines.length)
    const after = lines.at(-1)?.seq ?? wanted.after
    const some = await readLines(db, record, {
      after,
      through: head,
      limit,
      ...(wanted.kinds === undefined ? {} : { kinds: wanted.kinds }),
    })
    lines.push(...some)
    length += some.reduce((total, line) => total + line.json.length, 0)
    if (some.length < limit) break
  }
  return lines
}

/**
 * A window of a record's stored lines, as the text of one JSON object; the entries in it are spliced in, not encoded
 * again. `name` is the key they stand under. Problems `record-unknown` {record}, `head-ahead` {asked, head}.
 */
export const windowText = async (
  db: Database,
  record: string,
  name: string,
  wanted: Wanted,
): Promise<Outcome<string>> => {
  const now = await headOf(db, record)
  if (now === undefined) return refused("record-unknown", { record })
  const head = wanted.head ?? now
  if (head > now) return refused("head-ahead", { asked: head, head: now })
  const lines = await gather(db, record, head, wanted)
  const last = lines.at(-1)?.seq ?? head
  const more =
    last < head &&
    (
      await readLines(db, record, {
        after: last,
        through: head,
        limit: 1,
        ...(wanted.kinds === undefined ? {} : { kinds: wanted.kinds }),
      })
    ).length > 0
  const facts = JSON.stringify({ record, head, after: wanted.after, next: more ? last : null }).slice(0, -1)
  return fine(`${facts},${JSON.stringify(name)}:[${lines.map((line) => line.json).join(",")}]}`)
}
