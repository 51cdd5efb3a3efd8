import type { Entry } from "#lib/record/entry.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"

/**
 * The rules of `admission` that an entry must keep whatever stands before it, for many records at once and remembering
 * only ids: numbers without gaps, ids once, and nothing that points ahead. That a replacement or undo names what it may
 * is left to the importers, and tested there.
 */
export const gate = () => {
  const heads = new Map<number, number>()
  const ids = new Map<number, Set<string>>()
  /** The number that the next entry of record `n` must have. */
  const next = (n: number): number => (heads.get(n) ?? 0) + 1
  const admit = (n: number, entry: Entry): Outcome<Entry> => {
    const expected = next(n)
    if (entry.seq !== expected) return refused("seq-gap", { expected, found: entry.seq })
    const used = ids.get(n) ?? new Set()
    ids.set(n, used)
    if (used.has(entry.id)) return refused("id-repeated", { id: entry.id, seq: entry.seq })
    if (entry.kind === "rewind" && entry.to >= entry.seq)
      return refused("rewind-ahead", { seq: entry.seq, to: entry.to })
    if (entry.kind === "undo" && entry.of >= entry.seq)
      return refused("undo-of-nothing", { seq: entry.seq, of: entry.of })
    if (entry.kind === "compaction" && entry.covers !== null) {
      const [from, to] = entry.covers
      if (from > to || to >= entry.seq) return refused("covers-invalid", { seq: entry.seq, from, to })
    }
    used.add(entry.id)
    heads.set(n, expected)
    return fine(entry)
  }
  return { next, admit }
}
