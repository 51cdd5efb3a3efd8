import { diffArrays } from "diff"
import type { Target } from "#lib/dialect/targets.ts"
import type { Body } from "./body.ts"
import { type Piece, piecesOf } from "./pieces.ts"

/**
 * What became of a piece between two bodies. `changed` where both have one of its kind and name; `onlyMarks`: they differ
 * in nothing but marks for the provider's cache. `moved`: the same, before or behind others than it was.
 */
export type Part =
  | { readonly is: "same"; readonly before: Piece; readonly now: Piece }
  | { readonly is: "moved"; readonly before: Piece; readonly now: Piece }
  | { readonly is: "changed"; readonly before: Piece; readonly now: Piece; readonly onlyMarks: boolean }
  | { readonly is: "added"; readonly now: Piece }
  | { readonly is: "removed"; readonly before: Piece }

/** Edits beyond which no shortest way is looked for: what is left over then counts as left out and put in. */
const mostEdits = 1_500

/** A stretch where nothing is the same. */
type Hunk = { readonly before: readonly Piece[]; readonly now: readonly Piece[] }
type Run = { readonly same: readonly (readonly [Piece, Piece])[]; readonly hunk: Hunk }

const identityOf = (piece: Piece): string =>
  piece.kind === "param" || piece.kind === "model" ? `${piece.pointer} ${piece.text}` : piece.text

const zip = (before: readonly Piece[], now: readonly Piece[]): readonly (readonly [Piece, Piece])[] =>
  before.flatMap((piece, index) => {
    const other = now[index]
    return other === undefined ? [] : [[piece, other] as const]
  })

/** Two lists in stretches that are the same, each followed by one that is not. */
const runsOf = (before: readonly Piece[], now: readonly Piece[]): readonly Run[] => {
  const changes = diffArrays(before.map(identityOf), now.map(identityOf), { maxEditLength: mostEdits })
  if (changes === undefined) return [{ same: [], hunk: { before, now } }]
  const runs: Run[] = []
  let [old, young] = [0, 0]
  let same: Run["same"] = []
  let hunk: Hunk = { before: [], now: [] }
  const close = (): void => {
    runs.push({ same, hunk })
    same = []
    hunk = { before: [], now: [] }
  }
  for (const { added, removed, count } of changes) {
    if (removed) hunk = { ...hunk, before: before.slice(old, old + count) }
    else if (added) hunk = { ...hunk, now: now.slice(young, young + count) }
    else {
      if (runs.length > 0 || hunk.before.length > 0 || hunk.now.length > 0) close()
      same = zip(before.slice(old, old + count), now.slice(young, young + count))
    }
    if (!added) old += count
    if (!removed) young += count
  }
  close()
  return runs
}

/** Characters of a piece that tell whether another is an altered form of it. */
const telling = 4_000

type Words = ReadonlyMap<string, number>
const counted = new WeakMap<Piece, Words>()

/** How often each word stands in the beginning of a piece. */
const wordsOf = (piece: Piece): Words => {
  const known = counted.get(piece)
  if (known !== undefined) return known
  const words = new Map<string, number>()
  counted.set(piece, words)
  for (const [word] of piece.text.slice(0, telling).matchAll(/[\p{L}\p{N}]+/gu))
    words.set(word, (words.get(word) ?? 0) + 1)
  return words
}

/** Whether two pieces have half of their words in common. */
const isAkin = (one: Piece, other: Piece): boolean => {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  const sum = (words: ReadonlyMap<string, number>): number =>
    [...words.values()].reduce((all, count) => all + count, 0)
  let shared = 0
  for (const [word, count] of a) shared += Math.min(count, b.get(word) ?? 0)
  return shared * 4 >= sum(a) + sum(b)
}

/** How far ahead a piece looks for what it was made from. */
const ahead = 8

/** Which earlier piece each later one is an altered form of: tools and fields by name, messages by what they say, in order. */
const alteredIn = ({ before, now }: Hunk): ReadonlyMap<Piece, Piece> => {
  const found = new Map<Piece, Piece>()
  const taken = new Set<Piece>()
  const isAlone = before.length === 1 && now.length === 1
  let from = 0
  for (const piece of now) {
    const isMessage = piece.kind === "message"
    const near = isMessage ? before.slice(from, from + ahead) : before
    const old = near.find(
      (each) =>
        each.name === piece.name && !taken.has(each) && (!isMessage || isAlone || isAkin(each, piece)),
    )
    if (old === undefined) continue
    found.set(piece, old)
    taken.add(old)
    if (isMessage) from = before.indexOf(old, from) + 1
  }
  return found
}

/** Pieces that stand elsewhere unchanged: of those left over, new by old. */
const movedOf = (hunks: readonly Hunk[]): ReadonlyMap<Piece, Piece> => {
  const left = new Map<string, Piece[]>()
  for (const piece of hunks.flatMap(({ before }) => before))
    left.set(identityOf(piece), [...(left.get(identityOf(piece)) ?? []), piece])
  const moved = new Map<Piece, Piece>()
  for (const piece of hunks.flatMap(({ now }) => now)) {
    const old = left.get(identityOf(piece))?.shift()
    if (old !== undefined) moved.set(piece, old)
  }
  return moved
}

const without = (pieces: readonly Piece[], out: ReadonlySet<Piece>): readonly Piece[] =>
  pieces.filter((piece) => !out.has(piece))

/** The parts of a hunk: what is gone first, then what stands there now. */
const partsOfHunk = (
  hunk: Hunk,
  from: ReadonlyMap<Piece, Part>,
  taken: ReadonlySet<Piece>,
): readonly Part[] => [
  ...without(hunk.before, taken).map((before): Part => ({ is: "removed", before })),
  ...hunk.now.map((now): Part => from.get(now) ?? { is: "added", now }),
]

/** All hunks as one, for what has names: it may have been put elsewhere. */
const pooled = (hunks: readonly Hunk[]): readonly Hunk[] => [
  { before: hunks.flatMap(({ before }) => before), now: hunks.flatMap(({ now }) => now) },
]

const partsOfSection = (before: readonly Piece[], now: readonly Piece[]): readonly Part[] => {
  const runs = runsOf(before, now)
  const moved = movedOf(runs.map(({ hunk }) => hunk))
  const away = new Set(moved.values())
  const rest = runs.map(({ hunk }) => ({
    before: without(hunk.before, away),
    now: hunk.now.filter((piece) => !moved.has(piece)),
  }))
  const isSaid = (now[0] ?? before[0])?.kind === "message"
  const altered = (isSaid ? rest : pooled(rest)).flatMap((hunk) => [...alteredIn(hunk)])
  const from = new Map<Piece, Part>()
  for (const [piece, old] of moved) from.set(piece, { is: "moved", before: old, now: piece })
  for (const [piece, old] of altered)
    from.set(piece, { is: "changed", before: old, now: piece, onlyMarks: old.bare === piece.bare })
  const taken = new Set([...away, ...altered.map(([, old]) => old)])
  return runs.flatMap(({ same, hunk }) => [
    ...same.map(([old, piece]): Part => ({ is: "same", before: old, now: piece })),
    ...partsOfHunk(hunk, from, taken),
  ])
}

/**
 * Two bodies held against each other piece by piece, in the order that the provider reads; empty for two that are no JSON
 * objects. Contract: the parts that name a piece of the later body name all of them, in order; those that name one of the
 * earlier name all of them, once each.
 */
export const partsOf = (dialect: Target["dialect"] | undefined, before: Body, now: Body): readonly Part[] => {
  const pieces = piecesOf(dialect, before, now)
  const inSection = (of: readonly Piece[], key: string): readonly Piece[] =>
    of.filter(({ section }) => section === key)
  return pieces.sections.flatMap((key) =>
    partsOfSection(inSection(pieces.before, key), inSection(pieces.now, key)),
  )
}

/** What became of a list as a whole. */
export type ListChange = "re-ordered" | "added to" | "shortened" | "changed"

/** What became of the pieces of a kind; undefined where all are the same. */
export const changeOf = (parts: readonly Part[], kind: Piece["kind"]): ListChange | undefined => {
  const found = new Set(
    parts
      .filter((part) => ("now" in part ? part.now : part.before).kind === kind)
      .map(({ is }) => is)
      .filter((is) => is !== "same"),
  )
  if (found.size === 0) return undefined
  const [only] = found.size === 1 ? found : []
  if (only === "moved") return "re-ordered"
  if (only === "added") return "added to"
  return only === "removed" ? "shortened" : "changed"
}
