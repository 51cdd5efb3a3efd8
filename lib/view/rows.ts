import type { Finding } from "#lib/lint/finding.ts"
import type { BlockId } from "#lib/record/block.ts"
import { type Entry, entryTraits } from "#lib/record/entry.ts"
import type { Crossing } from "#lib/wire/crossing.ts"
import type { CrossingRow, EntryRow, Piece, Row, Slot } from "./row.ts"
import { slotsOf } from "./slots.ts"
import {
  blockRoles,
  blockWords,
  isLabel,
  madePiece,
  type Role,
  type RowKind,
  speakerRoles,
  speakerWords,
} from "./words.ts"

type Named = Pick<CrossingRow, "key" | "kind" | "role" | "word" | "seq" | "slot" | "nested">

const slotRole = ({ block, in: place }: Slot): Role => {
  const own = blockRoles[block.kind]
  if (own !== undefined) return own
  return place.is === "message" ? speakerRoles[place.entry.speaker.kind] : "frame"
}

const blockWord = (block: Slot["block"]): string => {
  if (block.kind === "tool-call") return `${blockWords[block.kind]} · ${block.name}`
  if (block.kind === "tool-result")
    return `${blockWords[block.kind]} · ${block.name}${block.isError ? " · error" : ""}`
  return blockWords[block.kind]
}

const slotWord = (slot: Slot): string => {
  if (slot.in.is === "summary") return "summary"
  if (slot.in.is === "replacement") return `${blockWord(slot.block)} · ${slot.in.entry.reason}`
  const { speaker } = slot.in.entry
  const word = blockWord(slot.block)
  if (speaker.kind === "agent" || speaker.kind === "tool") return word
  const said =
    slot.block.kind === "text" ? speakerWords[speaker.kind] : `${speakerWords[speaker.kind]} · ${word}`
  return speaker.label === undefined || speaker.label === "as-sent" ? said : `${said} · ${speaker.label}`
}

const ofSlot = (slot: Slot): Named => ({
  key: slot.id,
  kind: slot.in.is === "summary" ? "summary" : slot.block.kind,
  role: slotRole(slot),
  word: slotWord(slot),
  seq: slot.in.entry.seq,
  slot,
  nested: slot.nested,
})

const headerKinds: { readonly [first: string]: readonly [RowKind, string] } = {
  system: ["system", "system prompt"],
  tools: ["tool", "tool"],
  principal: ["principal", "principal"],
  target: ["param", "model"],
}

const ofHeader = (seq: number, path: string): Named => {
  const [first = "", second = ""] = path.split("/").slice(1)
  const [kind, word] = headerKinds[first] ?? ["param", `parameter${second === "" ? "" : ` · ${second}`}`]
  return { key: `${seq}${path}`, kind, role: "frame", word, seq, slot: undefined, nested: false }
}

const ofMade = (crossing: Crossing): Named => {
  const [own] = crossing.at
  const range = own?.from === undefined ? "" : `:${own.from}-${own.to ?? ""}`
  const { kind, role, word } = madePiece(crossing.reason)
  return {
    key: `+${own?.pointer ?? ""}${range}`,
    kind,
    role,
    word,
    seq: undefined,
    slot: undefined,
    nested: false,
  }
}

type Input = {
  /** The record up to as-of. */
  readonly entries: readonly Entry[]
  readonly crossings: readonly Crossing[]
  /** The piece of each crossing, in the same order. */
  readonly pieces: readonly (Piece | undefined)[]
  readonly findings: readonly Finding[]
}

export type Rows = {
  /** Header pieces first, then the record's order; made pieces beside what they stand next to on the wire. */
  readonly aligned: readonly Row[]
  /** Numbers of crossing rows in the wire's order; a dropped one behind the row that it follows in the record. */
  readonly wire: readonly number[]
}

const nameOf = (crossing: Crossing, slots: ReadonlyMap<BlockId, Slot>): Named => {
  if (crossing.from === undefined) return ofMade(crossing)
  if ("header" in crossing.from) return ofHeader(crossing.from.header, crossing.from.path)
  const slot = slots.get(crossing.from.block)
  if (slot !== undefined) return ofSlot(slot)
  const { block } = crossing.from
  return {
    key: block,
    kind: "made",
    role: "frame",
    word: "unknown block",
    seq: Number.parseInt(block, 10),
    slot: undefined,
    nested: false,
  }
}

/** A key that returns gets a number, so that each names one row. */
const unrepeated = (named: readonly Named[]): readonly Named[] => {
  const seen = new Map<string, number>()
  return named.map((name) => {
    const times = (seen.get(name.key) ?? 0) + 1
    seen.set(name.key, times)
    return times === 1 ? name : { ...name, key: `${name.key}~${times}` }
  })
}

/** Which row a finding is about: by its block, else by the longest piece that holds its pointer. */
const findingsByKey = (
  findings: readonly Finding[],
  pointers: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly Finding[]> => {
  const found = new Map<string, Finding[]>()
  for (const finding of findings) {
    let at = finding.pointer
    while (at !== "" && !pointers.has(at)) at = at.slice(0, at.lastIndexOf("/"))
    const key = finding.block ?? pointers.get(at) ?? ""
    found.set(key, [...(found.get(key) ?? []), finding])
  }
  return found
}

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

const byPiece = (rows: readonly CrossingRow[]): readonly CrossingRow[] =>
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

const alignedOrder = (
  input: Input,
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
  const marks = entryRows(input.entries)
  for (const entry of input.entries) {
    const mark = marks.get(entry.seq)
    for (const slot of slotsOf(entry)) {
      const row = byKey.get(slot.id)
      if (row !== undefined && !replaced.has(slot.id) && !floats(row)) put(row)
    }
    if (mark !== undefined) order.push(mark)
  }
  return order
}

const wireOrder = (aligned: readonly Row[], wire: readonly CrossingRow[]): readonly number[] => {
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

const none: ReadonlyMap<string, readonly Finding[]> = new Map()
const noFindings: readonly Finding[] = []

/** Whose row a pointer is of; where several share it, the first. */
const keysByPointer = (
  crossings: readonly Crossing[],
  named: readonly Named[],
): ReadonlyMap<string, string> => {
  const keys = new Map<string, string>()
  for (const [index, { at }] of crossings.entries()) {
    for (const { pointer } of at) if (!keys.has(pointer)) keys.set(pointer, named[index]?.key ?? "")
  }
  return keys
}

/** The rows of a screen: every crossing exactly once in either order, with its block, its piece and its findings. */
export const rows = (input: Input): Rows => {
  const slots = input.entries.flatMap(slotsOf)
  const slotById = new Map(slots.map((slot) => [slot.id, slot]))
  const named = unrepeated(input.crossings.map((crossing) => nameOf(crossing, slotById)))
  const findings =
    input.findings.length === 0 ? none : findingsByKey(input.findings, keysByPointer(input.crossings, named))
  const all = named.map(
    (name, index): CrossingRow => ({
      is: "crossing",
      ...name,
      crossing: input.crossings[index] as Crossing, // the same index
      piece: input.pieces[index],
      findings: findings.get(name.key) ?? noFindings,
    }),
  )
  const wire = byPiece(all)
  const aligned = alignedOrder(input, all, wire, slots)
  return { aligned, wire: wireOrder(aligned, wire) }
}
