import type { LineBlock } from "#lib/line/item.ts"
import { type Line, lineOf } from "#lib/line/line.ts"
import type { BlockId } from "#lib/record/block.ts"
import type { Draft } from "#lib/record/build.ts"
import type { Entry, Seq } from "#lib/record/entry.ts"
import { type Outcome, type Problem, refused } from "#lib/record/problem.ts"
import { roundsOf } from "#lib/rounds/rounds.ts"
import type { Segment } from "#lib/rounds/segment.ts"

export const planKinds = {
  compaction: "A summary stands for earlier messages; the newest stay as they are.",
  microcompaction: "Older tool results say that they were cleared; the calls stay.",
  rewind: "The line goes back to what it was at an earlier entry.",
  repair: "Lone escaped quotes in the agent's prose become plain quotes.",
  undo: "A compaction, replacement or rewind is taken back.",
  fork: "A new record begins with the entries up to one of these.",
} as const

export type PlanKind = keyof typeof planKinds

/** A cut that was moved back so that no round is split, in seqs of entries. */
export type Moved = { readonly from: Seq; readonly to: Seq; readonly why: "round" }

/** What an act does to the messages in force, in record order. A round is named by the first message of its reply. */
export type Difference = {
  readonly kept: readonly Seq[]
  readonly dropped: readonly Seq[]
  /** Messages that come back. */
  readonly returned: readonly Seq[]
  /** Blocks that another stands for. */
  readonly changed: readonly BlockId[]
  readonly rounds: readonly Seq[]
}

/**
 * An act worked out and not done. Contract: a plain object that can only be shown; applying it is another's matter, and
 * refused for a record that has grown past `head`.
 */
export type Plan = Difference & {
  readonly kind: PlanKind
  /** The last entry of the record it was made for. */
  readonly head: Seq
  /** What applying appends, in order: to the record, or for a fork to the copy of its entries up to `through`. */
  readonly drafts: readonly Draft[]
  readonly moved?: Moved
  /** Of a fork: the last entry that is copied. */
  readonly through?: Seq
  /** Counts that belong to the kind: quotes repaired, characters cleared. */
  readonly counts: Readonly<Record<string, number>>
}

/** Entries behind others, numbered, with ids that stand for those they will get. */
export const behind = (entries: readonly Entry[], drafts: readonly Draft[]): readonly Entry[] => [
  ...entries,
  ...drafts.map((draft, index) => {
    const seq = entries.length + index + 1
    return { seq, id: `planned~${seq}`, at: null, ...draft } as Entry // the draft's own kind and fields
  }),
]

/** The record as it would be: the entries that stay, and the drafts behind them. */
export const afterwards = (
  entries: readonly Entry[],
  plan: Pick<Plan, "drafts" | "through">,
): readonly Entry[] => behind(entries.slice(0, plan.through ?? entries.length), plan.drafts)

/** A plan's entries as they are appended, with an id each and a time. */
export const appendedBy = (
  entries: readonly Entry[],
  plan: Pick<Plan, "drafts" | "through">,
  { id, at }: { readonly id: () => string; readonly at: string },
): readonly Entry[] =>
  afterwards(entries, plan)
    .slice(plan.through ?? entries.length)
    .map((entry) => ({ ...entry, id: id(), at }))

const standing = (line: Line): ReadonlySet<Seq> =>
  new Set(line.items.flatMap((item) => (item.kind === "message" ? [item.entry.seq] : [])))

const inForce = (blocks: readonly LineBlock[]): readonly BlockId[] =>
  blocks.flatMap(({ id, content }) => [id, ...content.map((inner) => inner.id)])

/** Ids of the blocks in force, by the message that they stand in. */
const blocksBySeq = (line: Line): ReadonlyMap<Seq, readonly BlockId[]> =>
  new Map(
    line.items.flatMap((item) => (item.kind === "message" ? [[item.entry.seq, inForce(item.blocks)]] : [])),
  )

const changedBlocks = (before: Line, after: Line): readonly BlockId[] => {
  const now = blocksBySeq(after)
  return [...blocksBySeq(before)].flatMap(([seq, ids]) => {
    const later = now.get(seq)
    if (later === undefined) return []
    const held = new Set(later)
    return ids.filter((id) => !held.has(id))
  })
}

/** Messages that a segment is made of, those of its results among them. */
export const seqsOf = (segment: Segment): readonly Seq[] => {
  if (segment.kind === "summary") return [segment.entry.seq]
  if (segment.kind === "said") return [segment.message.entry.seq]
  return [
    ...segment.messages.map(({ entry }) => entry.seq),
    ...segment.calls.flatMap(({ result }) => (result === undefined ? [] : [result.seq])),
  ]
}

const seqOf = (id: BlockId): Seq => Number(id.slice(0, id.indexOf(".")))

/** What lies between two states of a record's line. */
export const differenceOf = (before: readonly Entry[], after: readonly Entry[]): Difference => {
  const [was, is] = [lineOf(before), lineOf(after)]
  const [old, young] = [standing(was), standing(is)]
  const dropped = [...old].filter((seq) => !young.has(seq))
  const changed = changedBlocks(was, is)
  const touched = new Set([...dropped, ...changed.map(seqOf)])
  const rounds = roundsOf(before, was).segments.flatMap((segment) => {
    const seqs = segment.kind === "response" ? seqsOf(segment) : []
    const [first] = seqs
    return first !== undefined && seqs.some((seq) => touched.has(seq)) ? [first] : []
  })
  return {
    kept: [...old].filter((seq) => young.has(seq)),
    dropped,
    returned: [...young].filter((seq) => !old.has(seq)),
    changed,
    rounds,
  }
}

/** A plan from what it appends. */
export const planOf = (
  entries: readonly Entry[],
  made: Pick<Plan, "kind" | "drafts"> & Partial<Pick<Plan, "moved" | "through" | "counts">>,
): Plan => ({
  ...made,
  counts: made.counts ?? {},
  head: entries.length,
  ...differenceOf(entries, afterwards(entries, made)),
})

/** How many entries of each kind came behind an entry, as words: "2 message, 1 header". */
const between = (entries: readonly Entry[], head: Seq): string => {
  const counts = new Map<string, number>()
  for (const { kind } of entries.slice(head)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].map(([kind, count]) => `${count} ${kind}`).join(", ")
}

/**
 * Whether a plan is still for this record. Problem `plan-stale` {planned, head, between}: entries came in between;
 * undefined where it may be applied.
 */
export const stale = (plan: Plan, entries: readonly Entry[]): Problem | undefined =>
  plan.head === entries.length
    ? undefined
    : refused("plan-stale", {
        planned: plan.head,
        head: entries.length,
        between: between(entries, plan.head),
      }).problem

export type Planned = Outcome<Plan>
