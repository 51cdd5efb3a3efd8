import type { Excerpt } from "#lib/sent/excerpt.ts"
import type { Part } from "#lib/sent/parts.ts"
import type { Piece, PieceKind } from "#lib/sent/pieces.ts"
import { unreachable } from "#lib/unreachable.ts"
import { oneLine } from "./clip.ts"
import { rawLines } from "./raw-lines.ts"
import { type DiffLine, textDiff } from "./text-diff.ts"
import { plural } from "./words.ts"

/** A line of a difference, or how many that are the same stand here. */
export type ShownLine = DiffLine | { readonly is: "fold"; readonly lines: number }

/** A piece as a row names it: where it stands in each body that has it, with its bytes. */
export type PieceView = {
  readonly pointer: string
  readonly bytes: readonly [from: number, to: number]
}

export type PartRow = {
  readonly is: "moved" | "added" | "removed" | "changed"
  readonly kind: PieceKind
  readonly name: string
  /** It differs in nothing but marks for the provider's cache. */
  readonly onlyMarks: boolean
  readonly before?: PieceView
  readonly now?: PieceView
  /** Its first words, where no lines are shown. */
  readonly preview?: string
  readonly lines: readonly ShownLine[]
}

/**
 * A row of a difference: a part; what stands there unchanged, in words; or how many more like those before it only one side
 * has (`run`), or the list does not show at all (`rest`).
 */
export type DiffRow =
  | PartRow
  | { readonly is: "same"; readonly words: string; readonly pieces: number }
  | { readonly is: "rest"; readonly words: string; readonly pieces: number }
  | { readonly is: "run"; readonly of: "added" | "removed"; readonly words: string; readonly pieces: number }

/** Where two bodies first differ in the order that the provider reads: the piece, the bytes, and both sides around them. */
export type FirstDifference = {
  readonly pointer: string
  readonly bytes: readonly [before: number, now: number]
  readonly before: Excerpt
  readonly now: Excerpt
}

/** Two bodies held against each other, for the screen. `isEqual`: byte for byte. */
export type RequestDiff = {
  readonly isEqual: boolean
  readonly lengths: readonly [before: number, now: number]
  readonly first?: FirstDifference
  readonly rows: readonly DiffRow[]
}

/** Lines that stand around a difference, and the most that one part shows. */
const around = 2
const most = 160

const isNear = (lines: readonly DiffLine[], at: number): boolean =>
  lines.slice(Math.max(0, at - around), at + around + 1).some(({ is }) => is === "other")

/** Stretches of lines that are the same, folded where that saves more than a line or two. */
const folded = (lines: readonly DiffLine[]): readonly ShownLine[] => {
  const shown: ShownLine[] = []
  let hidden: DiffLine[] = []
  const fold = (): void => {
    if (hidden.length > around) shown.push({ is: "fold", lines: hidden.length })
    else shown.push(...hidden)
    hidden = []
  }
  for (const [at, line] of lines.entries()) {
    if (!isNear(lines, at) || shown.length >= most) {
      hidden.push(line)
      continue
    }
    fold()
    shown.push(line)
  }
  fold()
  return shown
}

const viewOf = ({ pointer, bytes }: Piece): PieceView => ({ pointer, bytes })

/** Lines that are shown of a piece that only one side has. */
const alone = 12

/** All lines of a piece that only one side has, the first of them shown. */
const oneSided = (piece: Piece, side: "before" | "now"): readonly ShownLine[] => {
  const lines = rawLines(piece.text)
  const first = lines
    .slice(0, alone)
    .map(({ text, depth }): DiffLine => ({ is: "other", [side]: { depth, bits: [{ text, differs: true }] } }))
  return lines.length > first.length ? [...first, { is: "fold", lines: lines.length - first.length }] : first
}

const rowOf = (part: Exclude<Part, { readonly is: "same" }>): PartRow => {
  const { kind, name, text } = "now" in part ? part.now : part.before
  const own = { kind, name, onlyMarks: false }
  switch (part.is) {
    case "added":
      return { ...own, is: "added", now: viewOf(part.now), lines: oneSided(part.now, "now") }
    case "removed":
      return { ...own, is: "removed", before: viewOf(part.before), lines: oneSided(part.before, "before") }
    case "moved":
      return {
        ...own,
        is: "moved",
        before: viewOf(part.before),
        now: viewOf(part.now),
        preview: oneLine(text, 160),
        lines: [],
      }
    case "changed":
      return {
        ...own,
        is: "changed",
        onlyMarks: part.onlyMarks,
        before: viewOf(part.before),
        now: viewOf(part.now),
        lines: part.onlyMarks ? [] : folded(textDiff(part.before.text, part.now.text)),
      }
    default:
      return unreachable(part)
  }
}

const kindWords = {
  model: ["model", "models"],
  system: ["system text", "system texts"],
  tool: ["tool", "tools"],
  message: ["message", "messages"],
  param: ["field", "fields"],
} as const satisfies Record<PieceKind, readonly [string, string]>

/** What stands in a stretch of pieces: `model, 3 tools, 41 messages`. */
const stretchWords = (pieces: readonly Piece[]): string => {
  const counts = new Map<PieceKind, number>()
  for (const { kind } of pieces) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const words = ([kind, count]: readonly [PieceKind, number]): string => {
    const [one, many] = kindWords[kind]
    return count === 1 && (kind === "model" || kind === "system") ? one : plural(count, one, many)
  }
  return [...counts].map(words).join(", ")
}

/** The most parts that are shown; two bodies that have nothing in common need no more to be seen. */
const mostParts = 200

/** Of pieces in a row that only one side has, those that are shown; and how many more there are at least where the others are told in one row. */
const [shownOfRun, hiddenOfRun] = [3, 3]

/** Parts in a row that are the same, that only one side has, or one part that is neither. */
type Stretch = { readonly is: Part["is"]; readonly parts: readonly Part[] }

const isOneSided = (is: Part["is"]): is is "added" | "removed" => is === "added" || is === "removed"

const stretchesOf = (parts: readonly Part[]): readonly Stretch[] => {
  const found: { is: Part["is"]; parts: Part[] }[] = []
  for (const part of parts) {
    const last = found.at(-1)
    if (last?.is === part.is && (part.is === "same" || isOneSided(part.is))) last.parts.push(part)
    else found.push({ is: part.is, parts: [part] })
  }
  return found
}

const pieceOf = (part: Part): Piece => ("now" in part ? part.now : part.before)

const told = (parts: readonly Part[]) => ({
  words: stretchWords(parts.map(pieceOf)),
  pieces: parts.length,
})

const rowsOf = ({ is, parts }: Stretch): readonly DiffRow[] => {
  if (is === "same") return [{ is, ...told(parts) }]
  const rows = (some: readonly Part[]): readonly DiffRow[] =>
    some.flatMap((part) => (part.is === "same" ? [] : [rowOf(part)]))
  if (!isOneSided(is) || parts.length < shownOfRun + hiddenOfRun) return rows(parts)
  return [...rows(parts.slice(0, shownOfRun)), { is: "run", of: is, ...told(parts.slice(shownOfRun)) }]
}

/** The rows of a difference, in the order that the provider reads: what is the same in one row a stretch. */
export const diffRows = (parts: readonly Part[]): readonly DiffRow[] => {
  const rows: DiffRow[] = []
  const stretches = stretchesOf(parts)
  for (const [at, stretch] of stretches.entries()) {
    if (rows.length >= mostParts)
      return [...rows, { is: "rest", ...told(stretches.slice(at).flatMap((each) => each.parts)) }]
    rows.push(...rowsOf(stretch))
  }
  return rows
}
