import { type Entry, entryTraits } from "#lib/record/entry.ts"
import type { CrossingRow, EntryRow, Row, Slot } from "./row.ts"
import { slotsOf } from "./slots.ts"
import { isLabel } from "./words.ts"

/** Entries that have no blocks and change or record something: neighbours share a row. */
const entryRows = (entries: readonly Entry[]): ReadonlyMap<number, EntryRow> => {
  const rows = new Map<number, EntryRow>()
  let run: Entry[] = []
  const flush = (): void => {
    const [first] = run
    if (first !== undefined)
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
    if (entry.kind === "message") flush()
    else run.push(entry)
    if (entryTraits[entry.kind].control || entry.kind === "unread") flush()
  }
  flush()
  return rows
}

type Inserted = {
  readonly before: Map<string, CrossingRow[]>
  readonly behind: Map<string, CrossingRow[]>
  readonly first: CrossingRow[]
}

const push = (to: Map<string, CrossingRow[]>, key: string, row: CrossingRow): void => {
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
      push(inserted.before, following.key, row)
    else if (anchor !== undefined) push(inserted.behind, anchor.key, row)
    else inserted.first.push(row)
  }
  return inserted
}

/** The rows that stand on the wire, in its order; a container before what it holds. */
export const byPiece = (rows: readonly CrossingRow[]): readonly CrossingRow[] =>
  rows
    .filter((row) => row.piece !== undefined)
    .sort(
      (a, b) => (a.piece?.start ?? 0) - (b.piece?.start ?? 0) || (b.piece?.end ?? 0) - (a.piece?.end ?? 0),
    )

/** A replacement's row stands behind the block that it replaces, not at the end of the record. */
const replacementsBehind = (
  slots: readonly Slot[],
  rows: ReadonlyMap<string, CrossingRow>,
  inserted: Inserted,
): ReadonlySet<string> => {
  const moved = new Set<string>()
  const lastInside = new Map<string, string>()
  for (const slot of slots)
    if (slot.nested && rows.has(slot.id)) lastInside.set(slot.id.slice(0, slot.id.lastIndexOf(".")), slot.id)
  for (const slot of slots) {
    if (slot.in.is !== "replacement") continue
    const row = rows.get(slot.id)
    if (row === undefined || !rows.has(slot.in.entry.of)) continue
    push(inserted.behind, lastInside.get(slot.in.entry.of) ?? slot.in.entry.of, row)
    moved.add(slot.id)
  }
  return moved
}

/** Header pieces, then the record's order; what floats stands beside its neighbours on the wire. `wire` is `byPiece(rows)`. */
export const alignedOrder = (
  entries: readonly Entry[],
  rows: readonly CrossingRow[],
  wire: readonly CrossingRow[],
  slots: readonly Slot[],
): readonly Row[] => {
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const lastSaid = wire.findLastIndex((row) => row.slot?.in.is === "message")
  const early = new Set(
    wire.slice(0, lastSaid + 1).flatMap((row) => (row.kind === "summary" ? [row.key] : [])),
  )
  const floats = (row: CrossingRow): boolean => row.crossing.how === "made" || early.has(row.key)
  const inserted = besideNeighbours(wire, floats)
  const replaced = replacementsBehind(slots, byKey, inserted)
  const order: Row[] = []
  const put = (row: CrossingRow): void => {
    for (const before of inserted.before.get(row.key) ?? []) order.push(before)
    order.push(row)
    for (const behind of inserted.behind.get(row.key) ?? []) put(behind)
  }
  for (const row of inserted.first) order.push(row)
  const header = rows.filter((row) => row.slot === undefined && row.crossing.how !== "made")
  for (const row of [...byPiece(header), ...header.filter((row) => row.piece === undefined)]) put(row)
  const marks = entryRows(entries)
  for (const entry of entries) {
    const mark = marks.get(entry.seq)
    for (const slot of slotsOf(entry)) {
      const row = byKey.get(slot.id)
      if (row !== undefined && !replaced.has(slot.id) && !floats(row)) put(row)
    }
    if (mark !== undefined) order.push(mark)
  }
  return order
}

/** Numbers of crossing rows in the wire's order; a dropped one behind the row that it follows in the record. */
export const wireOrder = (aligned: readonly Row[], wire: readonly CrossingRow[]): readonly number[] => {
  const numbers = new Map(aligned.map((row, number) => [row.key, number]))
  const dropped = new Map<string, number[]>()
  let last = ""
  for (const [number, row] of aligned.entries()) {
    if (row.is === "entry") continue
    if (row.piece !== undefined) last = row.key
    else if (dropped.has(last)) dropped.get(last)?.push(number)
    else dropped.set(last, [number])
  }
  return [
    ...(dropped.get("") ?? []),
    ...wire.flatMap((row) => [numbers.get(row.key) ?? -1, ...(dropped.get(row.key) ?? [])]),
  ]
}
