import { type Block, type BlockId, nested } from "#lib/record/block.ts"
import type { Entry, EntryOf, Seq } from "#lib/record/entry.ts"

/**
 * The line, folded naively: every prefix is kept, nothing is shared, cost is quadratic. An oracle, written from the
 * words of the design and from no other code; slow and plain on purpose.
 */
export type Naive = {
  readonly entries: readonly Entry[]
  /** Seqs of the entries in force, in order: messages and the control entries that acted. */
  readonly list: readonly Seq[]
  /** Compactions, rewinds and undos that did something when they were written, whether they are in force now or not. */
  readonly acted: ReadonlySet<Seq>
  readonly items: readonly NaiveItem[]
  /** The one reason why a block of the record is not in the line; blocks in the line have none. */
  readonly reasons: ReadonlyMap<BlockId, OutReason>
  /** Where a block in force stands: the place of the block that it replaces, or its own. */
  readonly home: (id: BlockId) => BlockId
}

export type OutReason = "rewound" | "undone" | "compacted" | "replaced" | "surface-only"

/** One message of the line, or the summary of a compaction; `content` names the blocks in force, in order. */
export type NaiveItem = {
  readonly part: "message" | "summary"
  readonly seq: Seq
  readonly content: readonly BlockId[]
}

const entryAt = (entries: readonly Entry[], seq: Seq): Entry => {
  const entry = entries[seq - 1]
  if (entry === undefined) throw new Error(`no entry ${seq}`)
  return entry
}

/** An undo of x takes x from the list; a rewind gives back the line before it, followed by what came since. */
const undo = (
  entries: readonly Entry[],
  after: readonly (readonly Seq[])[],
  list: readonly Seq[],
  of: Seq,
): readonly Seq[] | undefined => {
  if (!list.includes(of)) return undefined
  if (entryAt(entries, of).kind !== "rewind") return list.filter((seq) => seq !== of)
  let given = after[of - 1] ?? []
  for (const seq of list.filter((item) => item > of)) {
    const entry = entryAt(entries, seq)
    if (entry.kind === "undo") given = undo(entries, after, given, entry.of) ?? given
    given = [...given, seq]
  }
  return given
}

/** The list just after each entry; index 0 is before the first. */
export const foldAll = (entries: readonly Entry[]): readonly (readonly Seq[])[] => {
  const after: (readonly Seq[])[] = [[]]
  for (const entry of entries) {
    const before = after[entry.seq - 1] ?? []
    after.push(next(entries, after, before, entry))
  }
  return after
}

const next = (
  entries: readonly Entry[],
  after: readonly (readonly Seq[])[],
  before: readonly Seq[],
  entry: Entry,
): readonly Seq[] => {
  switch (entry.kind) {
    case "message":
    case "compaction":
    case "replacement":
      return [...before, entry.seq]
    case "rewind":
      return [...(after[entry.keep ? entry.to : entry.to - 1] ?? []), entry.seq]
    case "undo": {
      const left = undo(entries, after, before, entry.of)
      return left === undefined ? before : [...left, entry.seq]
    }
    default:
      return before
  }
}

const isCompaction = (entry: Entry): entry is EntryOf<"compaction"> => entry.kind === "compaction"

/** The messages that a compaction stands for: those of its range in the list then, and what older ones in force then covered. */
const coverOf = (
  entries: readonly Entry[],
  after: readonly (readonly Seq[])[],
  compaction: EntryOf<"compaction">,
): ReadonlySet<Seq> => {
  const then = (after[compaction.seq - 1] ?? []).map((seq) => entryAt(entries, seq))
  const [from, to] = compaction.covers ?? [1, 0]
  const own = then
    .filter((entry) => entry.kind === "message" && entry.seq >= from && entry.seq <= to)
    .map((entry) => entry.seq)
  return new Set([
    ...own,
    ...then.filter(isCompaction).flatMap((older) => [...coverOf(entries, after, older)]),
  ])
}

const blocksOf = (entry: Entry): readonly Block[] =>
  entry.kind === "message" ? entry.blocks : entry.kind === "replacement" ? [entry.with] : []

/** Ids of all blocks of an entry, each followed by those nested in it; a compaction's summary is `<seq>.0`. */
export const idsOf = (entry: Entry): readonly BlockId[] =>
  entry.kind === "compaction"
    ? [`${entry.seq}.0`]
    : blocksOf(entry).flatMap((block, index) => [
        `${entry.seq}.${index}`,
        ...nested(block).map((_, inner) => `${entry.seq}.${index}.${inner}`),
      ])

/** `4.1.0` is nested in `4.1`; undefined for blocks that stand for themselves. */
export const parentOf = (id: BlockId): BlockId | undefined => {
  const [seq, index, inner] = id.split(".")
  return inner === undefined ? undefined : `${seq}.${index}`
}

export const seqOf = (id: BlockId): Seq => Number(id.split(".")[0])

const order: readonly OutReason[] = ["rewound", "undone", "compacted", "replaced", "surface-only"]

type Facts = {
  readonly entries: readonly Entry[]
  readonly list: ReadonlySet<Seq>
  readonly covered: ReadonlySet<Seq>
  readonly acting: Seq | undefined
  /** The newest replacement in force by the block that it replaces. */
  readonly newest: ReadonlyMap<BlockId, Seq>
}

const rewoundOver = ({ entries, list }: Facts, seq: Seq): boolean =>
  entries.some(
    (entry) =>
      entry.kind === "rewind" &&
      list.has(entry.seq) &&
      seq < entry.seq &&
      (seq > entry.to || (seq === entry.to && !entry.keep)),
  )

/** Every reason that keeps a block out. `except`: a replacement whose own effect on the block is not counted. */
const whyOut = (facts: Facts, id: BlockId, except?: Seq): readonly OutReason[] => {
  const entry = entryAt(facts.entries, seqOf(id))
  const why: OutReason[] = []
  if (!facts.list.has(entry.seq)) why.push(rewoundOver(facts, entry.seq) ? "rewound" : "undone")
  if (facts.covered.has(entry.seq)) why.push("compacted")
  if (entry.kind === "compaction" && facts.acting !== entry.seq && facts.list.has(entry.seq))
    why.push("compacted")
  const winner = facts.newest.get(id)
  if (winner !== undefined && winner !== except) why.push("replaced")
  if (entry.kind === "message" && entry.audience === "surface") why.push("surface-only")
  const parent = parentOf(id)
  if (parent !== undefined) why.push(...whyOut(facts, parent))
  else if (entry.kind === "replacement" && facts.list.has(entry.seq))
    why.push(...whyOut(facts, entry.of, entry.seq))
  return why
}

const reasonOf = (facts: Facts, id: BlockId): OutReason | undefined => {
  const why = new Set(whyOut(facts, id))
  return order.find((reason) => why.has(reason))
}

const factsOf = (entries: readonly Entry[], after: readonly (readonly Seq[])[]): Facts => {
  const list = new Set(after[entries.length] ?? [])
  const inForce = entries.filter((entry) => list.has(entry.seq))
  const acting = inForce.filter(isCompaction).at(-1)
  const newest = new Map<BlockId, Seq>()
  for (const entry of inForce) if (entry.kind === "replacement") newest.set(entry.of, entry.seq)
  return {
    entries,
    list,
    covered: acting === undefined ? new Set() : coverOf(entries, after, acting),
    acting: acting?.seq,
    newest,
  }
}

/** The block that stands where `id` stood: replacements followed to the newest. */
const standing = (facts: Facts, id: BlockId): BlockId => {
  const winner = facts.newest.get(id)
  return winner === undefined ? id : standing(facts, `${winner}.0`)
}

const contentOf = (facts: Facts, entry: Entry): readonly BlockId[] =>
  blocksOf(entry).flatMap((_, index) => {
    const id = standing(facts, `${entry.seq}.${index}`)
    const block = blocksOf(entryAt(facts.entries, seqOf(id)))[Number(id.split(".")[1])]
    return [
      id,
      ...(block === undefined ? [] : nested(block)).map((_inner, place) => standing(facts, `${id}.${place}`)),
    ]
  })

const itemsOf = (facts: Facts): readonly NaiveItem[] => {
  const items: NaiveItem[] = []
  const messages = facts.entries.filter((entry) => entry.kind === "message" && facts.list.has(entry.seq))
  const first = messages.find((entry) => facts.covered.has(entry.seq))
  const at = first?.seq ?? facts.acting
  for (const entry of facts.entries) {
    if (facts.acting !== undefined && entry.seq === at)
      items.push({ part: "summary", seq: facts.acting, content: [`${facts.acting}.0`] })
    const stays = entry.kind === "message" && facts.list.has(entry.seq) && !facts.covered.has(entry.seq)
    if (stays) items.push({ part: "message", seq: entry.seq, content: contentOf(facts, entry) })
  }
  return items
}

/** The line of a record as `entries` has it; `after` may be given where it is known. */
export const naiveLine = (entries: readonly Entry[], after = foldAll(entries)): Naive => {
  const facts = factsOf(entries, after)
  const reasons = new Map<BlockId, OutReason>()
  for (const entry of entries)
    for (const id of idsOf(entry)) {
      const reason = reasonOf(facts, id)
      if (reason !== undefined) reasons.set(id, reason)
    }
  const home = (id: BlockId): BlockId => {
    const entry = entryAt(entries, seqOf(id))
    if (entry.kind !== "replacement") return id
    const inner = id.split(".")[2]
    return inner === undefined ? home(entry.of) : `${home(entry.of)}.${inner}`
  }
  const controls = entries.filter(
    (entry) => entry.kind === "compaction" || entry.kind === "rewind" || entry.kind === "undo",
  )
  const acted = new Set(controls.map((entry) => entry.seq).filter((seq) => after[seq]?.includes(seq)))
  return { entries, list: after[entries.length] ?? [], acted, items: itemsOf(facts), reasons, home }
}
