import { type Entry, entryTraits } from "#lib/record/entry.ts"
import type { CrossingRow, EntryRow, Row, Slot } from "./row.ts"
import { isOnWire } from "./row.ts"
import { inOrder, slotAt } from "./slots.ts"
import { isLabel } from "./words.ts"

/**
 * Entries that have no blocks and change or record something, by their first seq: neighbours share a row, but an act on the
 * line and an unread line have one of their own.
 */
const entryRows = (entries: readonly Entry[]): ReadonlyMap<number, EntryRow> => {
  const rows = new Map<number, EntryRow>()
  let run: Entry[] = []
  const flush = (): void => {
    const [first] = run
    if (first === undefined) return
    rows.set(first.seq, {
      is: "entry",
      key: `e${first.seq}`,
      kind: "entry",
      role: "frame",
      seq: first.seq,
      entries: run,
    })
    run = []
  }
  for (const entry of entries) {
    const isApart = entryTraits[entry.kind].control || entry.kind === "unread"
    if (entry.kind === "message" || isApart) flush()
    if (entry.kind !== "message") run.push(entry)
    if (isApart) flush()
  }
  flush()
  return rows
}

/** Rows that stand beside another one, by that one. */
type Inserted = {
  readonly before: Map<CrossingRow, CrossingRow[]>
  readonly behind: Map<CrossingRow, CrossingRow[]>
  readonly first: CrossingRow[]
}

const push = <Key>(to: Map<Key, CrossingRow[]>, key: Key, row: CrossingRow): void => {
  const known = to.get(key)
  if (known === undefined) to.set(key, [row])
  else known.push(row)
}

/** Where rows go that do not stand at a place of the record: beside their neighbours on the wire. */
const besideNeighbours = (wire: readonly CrossingRow[], floats: (row: CrossingRow) => boolean): Inserted => {
  const inserted: Inserted = { before: new Map(), behind: new Map(), first: [] }
  let anchor: CrossingRow | undefined
  for (const [index, row] of wire.entries()) {
    if (!floats(row)) {
      anchor = row
      continue
    }
    let next = index + 1
    while (next < wire.length && floats(wire[next] as CrossingRow)) next += 1 // inside the array's bounds
    const following = wire[next]
    const joined =
      following !== undefined && following.crossing.at[0]?.pointer === row.crossing.at[0]?.pointer
    if (following !== undefined && (joined || row.kind === "summary" || isLabel(row.crossing.reason)))
      push(inserted.before, following, row)
    else if (anchor !== undefined) push(inserted.behind, anchor, row)
    else inserted.first.push(row)
  }
  return inserted
}

type Placed = CrossingRow & { readonly slot: Slot }

const isPlaced = (row: CrossingRow): row is Placed => row.slot !== undefined

/** The rows of each entry's blocks, in the record's order; the place of an entry is its seq. */
type BySeq = readonly (readonly Placed[] | undefined)[]

const rowsBySeq = (rows: readonly CrossingRow[]): BySeq => {
  const bySeq: Placed[][] = []
  const mixed = new Set<Placed[]>()
  for (const row of rows) {
    if (!isPlaced(row)) continue
    const { seq } = row.slot.entry
    const own = bySeq[seq]
    const last = own?.at(-1)
    if (own === undefined) bySeq[seq] = [row]
    else own.push(row)
    if (own !== undefined && last !== undefined && inOrder(last.slot, row.slot) > 0) mixed.add(own)
  }
  for (const own of mixed) own.sort((a, b) => inOrder(a.slot, b.slot))
  return bySeq
}

/** The last row of the block with a slot: of what is inside it, where there is something. */
const lastOf = (of: Slot, rows: readonly Placed[]): Placed | undefined =>
  rows.findLast(({ slot }) => slot.index === of.index && (of.inner === undefined || slot.inner === of.inner))

/** Puts the rows of replacements behind the block that they replace, not at the end of the record; which ones were put. */
const replacementsBehind = (
  entries: readonly Entry[],
  bySeq: BySeq,
  inserted: Inserted,
): ReadonlySet<CrossingRow> => {
  const moved = new Set<CrossingRow>()
  for (const entry of entries) {
    if (entry.kind !== "replacement") continue
    const target = slotAt(entries, entry.of)
    const behind = target === undefined ? undefined : lastOf(target, bySeq[target.entry.seq] ?? [])
    if (behind === undefined) continue
    for (const row of bySeq[entry.seq] ?? []) {
      push(inserted.behind, behind, row)
      moved.add(row)
    }
  }
  return moved
}

const none: readonly CrossingRow[] = []

/** Header pieces, then the record's order; what floats stands beside its neighbours on the wire. `wire` are the rows on it, in its order. */
export const alignedOrder = (
  entries: readonly Entry[],
  rows: readonly CrossingRow[],
  wire: readonly CrossingRow[],
): readonly Row[] => {
  const lastSaid = wire.findLastIndex((row) => row.slot?.entry.kind === "message")
  const early = new Set(wire.slice(0, lastSaid + 1).filter((row) => row.kind === "summary"))
  const floats = (row: CrossingRow): boolean => row.crossing.how === "made" || early.has(row)
  const inserted = besideNeighbours(wire, floats)
  const bySeq = rowsBySeq(rows)
  const replaced = replacementsBehind(entries, bySeq, inserted)
  const order: Row[] = []
  const put = (row: CrossingRow): void => {
    for (const before of inserted.before.get(row) ?? none) order.push(before)
    order.push(row)
    for (const behind of inserted.behind.get(row) ?? none) put(behind)
  }
  for (const row of inserted.first) order.push(row)
  const header = rows.filter((row) => row.slot === undefined && row.crossing.how !== "made")
  for (const row of [...header.filter(isOnWire), ...header.filter((row) => !isOnWire(row))]) put(row)
  const marks = entryRows(entries)
  for (const { seq } of entries) {
    const mark = marks.get(seq)
    for (const row of bySeq[seq] ?? none) if (!replaced.has(row) && !floats(row)) put(row)
    if (mark !== undefined) order.push(mark)
  }
  return order
}

const noNumbers: readonly number[] = []

/** Numbers of crossing rows in the wire's order; a dropped one behind the row that it follows in the record. */
export const wireOrder = (aligned: readonly Row[], wire: readonly CrossingRow[]): readonly number[] => {
  const numbers: number[] = []
  const dropped = new Map<number, number[]>()
  let last = -1
  for (const [number, row] of aligned.entries()) {
    if (row.is === "entry") continue
    numbers[row.index] = number
    if (isOnWire(row)) last = row.index
    else if (dropped.has(last)) dropped.get(last)?.push(number)
    else dropped.set(last, [number])
  }
  const order = [...(dropped.get(-1) ?? [])]
  for (const { index } of wire) {
    order.push(numbers[index] ?? -1)
    for (const number of dropped.get(index) ?? noNumbers) order.push(number)
  }
  return order
}
