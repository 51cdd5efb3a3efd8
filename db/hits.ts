import type { Seq } from "#lib/record/entry.ts"
import type { Db } from "./connect.ts"
import { parseLine } from "./entries.ts"
import { searchable } from "./text.ts"
import { excerpt, type Term } from "./words.ts"

/** The first place in a record where a search found its first term; `text` shows it with what stands around. */
export type Hit = { readonly seq: Seq; readonly text: string }

type Found = { readonly id: string; readonly title: string | null; readonly hit: Seq | null }

type Line = { readonly record: string; readonly seq: Seq; readonly json: string }

const largest = 1_000_000 // bytes of an entry that is read again for the sake of its excerpt

/** Excerpts for the records of a page, each from the entry that was found, in its own case. */
export const hitsOf = async (
  { sql }: Db,
  term: Term,
  found: readonly Found[],
): Promise<ReadonlyMap<string, Hit>> => {
  const wanted = found.filter((row) => row.hit !== null)
  const lines = await sql<Line[]>`
    select e.record, e.seq, e.json
    from unnest(${wanted.map((row) => row.id)}::text[], ${wanted.map((row) => row.hit)}::int[]) as u (record, seq)
    join entry e on e.record = u.record and e.seq = u.seq
    where octet_length(e.json::text) <= ${largest}`
  const texts = new Map(lines.map((line) => [line.record, searchable(parseLine(line))]))
  return new Map(
    wanted.map((row) => {
      const text = row.hit === 0 ? (row.title ?? "") : (texts.get(row.id) ?? "")
      return [row.id, { seq: row.hit ?? 0, text: excerpt(text, term) ?? term.text }]
    }),
  )
}
