import type { Item, LineBlock } from "#lib/line/item.ts"
import { lineOf } from "#lib/line/line.ts"
import { afterwards, type Plan } from "#lib/plan/plan.ts"
import type { BlockId } from "#lib/record/block.ts"
import type { Entry, Seq } from "#lib/record/entry.ts"
import { wordsOf } from "./shown.ts"

/** What a plan makes of a message of the line, or of a summary that stands in it. */
export type Fate = "kept" | "dropped" | "returned" | "changed" | "made"

/** Messages and summaries that follow each other and fare alike, by their entries. */
export type Run = { readonly is: Fate; readonly seqs: readonly Seq[] }

/** A stretch of a picture of the line: how many items it stands for, and the characters in them. */
export type Part = { readonly is: Fate; readonly items: number; readonly size: number }

/** The line before and after, in proportion; `runs` are both in one, in the order that they stand in. */
export type Fates = {
  readonly runs: readonly Run[]
  readonly before: readonly Part[]
  readonly after: readonly Part[]
}

type Placed = { readonly seq: Seq; readonly place: number; readonly is: Fate; readonly size: number }

const sizeOf = (blocks: readonly LineBlock[]): number =>
  blocks.reduce(
    (sum, { block, content }) =>
      sum + (content.length > 0 ? sizeOf(content) : "content" in block ? 0 : wordsOf(block).length),
    0,
  )

const itemSize = (item: Item): number =>
  item.kind === "summary" ? item.entry.summary.length : sizeOf(item.blocks)

/** A message stands at its own entry, a summary before the message behind it. */
const placesOf = (items: readonly Item[]): ReadonlyMap<Seq, number> => {
  const places = new Map<Seq, number>()
  let next = Number.POSITIVE_INFINITY
  for (const item of items.toReversed()) {
    if (item.kind === "message") next = item.entry.seq
    places.set(item.entry.seq, item.kind === "message" ? next : next - 0.5)
  }
  return places
}

const placed = (items: readonly Item[], fateOf: (seq: Seq) => Fate): readonly Placed[] => {
  const places = placesOf(items)
  return items.map((item) => {
    const { seq } = item.entry
    return { seq, place: places.get(seq) ?? seq, is: fateOf(seq), size: itemSize(item) }
  })
}

const seqsOf = (items: readonly Item[]): ReadonlySet<Seq> => new Set(items.map(({ entry }) => entry.seq))

const ownerOf = (id: BlockId): Seq => Number.parseInt(id, 10)

const runsOf = (all: readonly Placed[]): readonly Run[] => {
  const runs: { is: Fate; seqs: Seq[] }[] = []
  for (const { seq, is } of all.toSorted((a, b) => a.place - b.place)) {
    const last = runs.at(-1)
    if (last?.is === is) last.seqs.push(seq)
    else runs.push({ is, seqs: [seq] })
  }
  return runs
}

type Open = { is: Fate; items: number; size: number }

const merged = (parts: readonly Part[]): readonly Part[] => {
  const found: Open[] = []
  for (const { is, items, size } of parts) {
    const last = found.at(-1)
    if (last?.is === is) {
      last.items += items
      last.size += size
    } else found.push({ is, items, size })
  }
  return found
}

/** The most parts of a picture; where there are more, those of a portion of the line are drawn together. */
const mostParts = 240
const portions = 60

/** Parts of one portion, those that fare alike as one: in proportion still, only their order is lost. */
const together = (parts: readonly Part[]): readonly Part[] => {
  const found = new Map<Fate, Part>()
  for (const { is, items, size } of parts) {
    const known = found.get(is)
    found.set(is, { is, items: items + (known?.items ?? 0), size: size + (known?.size ?? 0) })
  }
  return [...found.values()]
}

const drawn = (all: readonly Placed[]): readonly Part[] => {
  const parts = merged(all.map(({ is, size }) => ({ is, items: 1, size })))
  if (parts.length <= mostParts) return parts
  const width = Math.ceil(parts.length / portions)
  return merged(
    Array.from({ length: portions }, (_, at) => together(parts.slice(at * width, (at + 1) * width))).flat(),
  )
}

/** What becomes of every message of a record's line, and what newly stands in it. */
export const fatesOf = (
  entries: readonly Entry[],
  plan: Pick<Plan, "drafts" | "through" | "changed" | "head">,
): Fates => {
  const [was, is] = [lineOf(entries).items, lineOf(afterwards(entries, plan)).items]
  const [old, young] = [seqsOf(was), seqsOf(is)]
  const changed = new Set(plan.changed.map(ownerOf))
  const stays = (seq: Seq): Fate => (changed.has(seq) ? "changed" : "kept")
  const before = placed(was, (seq) => (young.has(seq) ? stays(seq) : "dropped"))
  const after = placed(is, (seq) => {
    if (old.has(seq)) return stays(seq)
    return seq > plan.head ? "made" : "returned"
  })
  return {
    runs: runsOf([...before, ...after.filter(({ seq }) => !old.has(seq))]),
    before: drawn(before),
    after: drawn(after),
  }
}
