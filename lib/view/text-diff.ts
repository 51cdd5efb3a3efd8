import { diffArrays, diffChars } from "diff"
import { type RawLine, rawLines } from "./raw-lines.ts"

/** A stretch of a line; `differs`: the other side has not got it here. */
export type Bit = { readonly text: string; readonly differs: boolean }

/** A side of a line: its stretches, set in by `depth`. */
export type LineSide = { readonly depth: number; readonly bits: readonly Bit[] }

/** A line of two texts beside each other; a side is absent where the other one has a line more. */
export type DiffLine =
  | { readonly is: "same"; readonly line: RawLine }
  | { readonly is: "other"; readonly before?: LineSide; readonly now?: LineSide }

/** Edits beyond which lines, and characters of a line, are not followed any further; and lines of a stretch that are. */
const most = { lines: 300, chars: 200, followed: 100 } as const

/** Characters that two edits have between them when they are still told as two. */
const least = 4

const plain = ({ text, depth }: RawLine): LineSide => ({ depth, bits: [{ text, differs: true }] })

type Pair = { readonly before: string; readonly now: string; readonly differs: boolean }

/** Edits with hardly anything between them are one edit: what is changed is to be read, not each letter of it. */
const joined = (pairs: readonly Pair[]): readonly Pair[] => {
  const found: Pair[] = []
  for (const [index, pair] of pairs.entries()) {
    const isBetween = index > 0 && index < pairs.length - 1 && pair.before.length < least
    const differs = pair.differs || isBetween
    const last = found.at(-1)
    if (last === undefined || last.differs !== differs) found.push({ ...pair, differs })
    else found[found.length - 1] = { before: last.before + pair.before, now: last.now + pair.now, differs }
  }
  return found
}

const pairsOf = (before: string, now: string): readonly Pair[] | undefined =>
  diffChars(before, now, { maxEditLength: most.chars })?.map(({ value, added, removed }) => ({
    before: added ? "" : value,
    now: removed ? "" : value,
    differs: added || removed,
  }))

/** What two texts share at their beginning and at their end, and what lies between. */
const hull = (before: string, now: string): readonly Pair[] => {
  const limit = Math.min(before.length, now.length)
  let head = 0
  while (head < limit && before[head] === now[head]) head++
  let tail = 0
  while (tail < limit - head && before.at(-1 - tail) === now.at(-1 - tail)) tail++
  const same = (text: string): Pair => ({ before: text, now: text, differs: false })
  return [
    same(before.slice(0, head)),
    {
      before: before.slice(head, before.length - tail),
      now: now.slice(head, now.length - tail),
      differs: true,
    },
    same(before.slice(before.length - tail)),
  ]
}

const sideOf = (pairs: readonly Pair[], side: "before" | "now", depth: number): LineSide => ({
  depth,
  bits: pairs.flatMap((pair) => (pair[side] === "" ? [] : [{ text: pair[side], differs: pair.differs }])),
})

/** Two lines, one in the place of the other, with the characters that differ. */
const altered = (before: RawLine, now: RawLine, isFollowed: boolean): DiffLine => {
  const found = isFollowed ? pairsOf(before.text, now.text) : undefined
  const pairs = joined(found ?? hull(before.text, now.text))
  return { is: "other", before: sideOf(pairs, "before", before.depth), now: sideOf(pairs, "now", now.depth) }
}

/** A stretch of lines that is not the same: beside each other as far as both sides have any. */
const hunkOf = (before: readonly RawLine[], now: readonly RawLine[]): readonly DiffLine[] =>
  Array.from({ length: Math.max(before.length, now.length) }, (_, index): DiffLine => {
    const [old, young] = [before[index], now[index]]
    if (old !== undefined && young !== undefined) return altered(old, young, index < most.followed)
    return {
      is: "other",
      ...(old === undefined ? {} : { before: plain(old) }),
      ...(young === undefined ? {} : { now: plain(young) }),
    }
  })

/** The texts of lines, by which they are the same; how far they are set in is no part of them. */
const texts = (lines: readonly RawLine[]): string[] => lines.map(({ text }) => text)

/**
 * Two JSON texts line by line, and by characters where a line stands in the place of another. Contract: the texts of all
 * `before` sides and of what is the same make the earlier text, those of all `now` sides the later one.
 */
export const textDiff = (before: string, now: string): readonly DiffLine[] => {
  const [old, young] = [rawLines(before), rawLines(now)]
  const changes = diffArrays(texts(old), texts(young), { maxEditLength: most.lines })
  if (changes === undefined) return hunkOf(old, young)
  const found: DiffLine[] = []
  let [from, to] = [0, 0]
  let [gone, come]: [readonly RawLine[], readonly RawLine[]] = [[], []]
  for (const { added, removed, count } of changes) {
    if (removed) gone = old.slice(from, from + count)
    else if (added) come = young.slice(to, to + count)
    else {
      found.push(...hunkOf(gone, come))
      gone = []
      come = []
      for (const line of young.slice(to, to + count)) found.push({ is: "same", line })
    }
    if (!added) from += count
    if (!removed) to += count
  }
  return [...found, ...hunkOf(gone, come)]
}
