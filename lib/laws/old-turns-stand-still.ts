import { stableOf } from "./freedom.ts"
import type { Broken, Law, Seen, Subject } from "./law.ts"
import { see } from "./seen.ts"
import { isLeaf, type Node, raw, stringAt, type Tree } from "./tree.ts"

/** A value of one wire. `marks`: pointers of its cache marks, which the law does not see. */
type Side = { readonly tree: Tree; readonly node: Node; readonly marks: ReadonlySet<string> }

const marksOf = (seen: Seen): ReadonlySet<string> =>
  new Set(
    seen.crossings.flatMap((crossing) =>
      crossing.reason === "cache-mark" ? crossing.at.map((place) => place.pointer) : [],
    ),
  )

const childrenOf = ({ node, marks }: Side): readonly Node[] =>
  marks.size === 0 ? node.children : node.children.filter((item) => !marks.has(item.pointer))

/** Byte for byte, cache marks left out. */
const same = (a: Side, b: Side): boolean => {
  if (raw(a.tree, a.node) === raw(b.tree, b.node)) return true
  if (a.marks.size + b.marks.size === 0 || a.node.kind !== b.node.kind || isLeaf(a.node)) return false
  const [left, right] = [childrenOf(a), childrenOf(b)]
  if (left.length !== right.length) return false
  return left.every((item, index) => {
    const counterpart = right[index]
    return (
      counterpart?.key === item.key &&
      counterpart !== undefined &&
      same({ ...a, node: item }, { ...b, node: counterpart })
    )
  })
}

/** Whether one value is a beginning of another: strings continued, items or keys appended, a string become the first text part. */
const isBeginning = (a: Side, b: Side): boolean => {
  if (same(a, b)) return true
  if (a.node.kind === "string" && b.node.kind === "string") return b.node.string.startsWith(a.node.string)
  if (a.node.kind === "string" && b.node.kind === "array") {
    const [first] = b.node.children
    return (stringAt(first, "type") === "text" && stringAt(first, "text")?.startsWith(a.node.string)) ?? false
  }
  if (a.node.kind !== b.node.kind || isLeaf(a.node)) return false
  const [left, right] = [childrenOf(a), childrenOf(b)]
  return left.every((item, index) => {
    const counterpart = right[index]
    if (counterpart === undefined || counterpart.key !== item.key) return false
    const [one, other] = [
      { ...a, node: item },
      { ...b, node: counterpart },
    ]
    return index === left.length - 1 || a.node.kind === "object" ? isBeginning(one, other) : same(one, other)
  })
}

const clip = (tree: Tree, node: Node): string => raw(tree, node).slice(0, 240)

/** The first wire message of the shorter that does not stand still. */
const moved = (short: Seen, long: Seen, count: number): Broken | undefined => {
  const marks = { short: marksOf(short), long: marksOf(long) }
  for (let index = 0; index < count; index++) {
    const [before, after] = [short.messages[index], long.messages[index]]
    if (before === undefined) return undefined
    const at = `/messages/${index} of ${short.line.entries.length} in ${long.line.entries.length}`
    if (after === undefined) return { law: id, at, says: `is gone: ${clip(short.tree, before)}` }
    const [a, b] = [
      { tree: short.tree, node: before, marks: marks.short },
      { tree: long.tree, node: after, marks: marks.long },
    ]
    const still = index === count - 1 ? isBeginning(a, b) : same(a, b)
    if (!still)
      return { law: id, at, says: `was ${clip(short.tree, before)} and is ${clip(long.tree, after)}` }
  }
  return undefined
}

/** How long a record may be for every cut of it to be checked. */
export const everyCut = 24

/** The cuts of a record that are checked: all of a short one, a bounded number, evenly spread, of a long one. */
export const cutsOf = (length: number, most = everyCut): readonly number[] => {
  if (length <= most) return Array.from({ length }, (_, index) => index)
  return Array.from({ length: most }, (_, index) => Math.floor(((index + 1) * length) / (most + 1)))
}

/** A pair of a record and one of its beginnings, compared. `why`: what freed a part of it, or `all` where nothing did. */
export type Pair = {
  readonly through: number
  readonly short: Seen
  readonly count: number
  readonly why: string
  readonly touched: ReadonlySet<string> | undefined
}

const pairs = new WeakMap<Seen, readonly Pair[]>()

/** Every checked beginning of a record with what must stand still; worked out once for laws 3 and 4. */
export const pairsOf = (long: Seen, subject: Subject): readonly Pair[] => {
  const known = pairs.get(long)
  if (known !== undefined) return known
  const found = cutsOf(long.record.entries.length).map((through) => {
    const short = see(subject, long.record, long.target, long.options, through)
    return { through, short, ...stableOf(short, long) }
  })
  pairs.set(long, found)
  return found
}

const id = "old-turns-stand-still"

/** Law 3. */
export const oldTurnsStandStill: Law = {
  id,
  says: "Messages of a shorter record stand in the longer one as they were, but for its tail and what a later entry touched.",
  check: (seen, subject) =>
    pairsOf(seen, subject).flatMap(({ short, count }) => {
      const broken = moved(short, seen, count)
      return broken === undefined ? [] : [broken]
    }),
}
