import type { Changed } from "./crossed.ts"
import { type Ink, visible } from "./visible.ts"

/** A stretch of text that looks the same all through; `mark` stands in for characters that are not shown. */
export type Run = {
  readonly text: string
  readonly mark: boolean
  readonly ink: Ink | undefined
  readonly changed: boolean
  readonly found: boolean
}

/** The most places that are lit up in one text: the point is to see that and where, not to paint it all. */
const mostFound = 40

type Stretch = { readonly from: number; readonly to: number }

const places = (text: string, words: readonly string[]): readonly Stretch[] => {
  const lower = text.toLowerCase()
  if (lower.length !== text.length) return [] // a letter that grows in lower case would shift every place behind it
  const found: Stretch[] = []
  for (const word of words) {
    for (
      let at = lower.indexOf(word);
      at >= 0 && found.length < mostFound;
      at = lower.indexOf(word, at + word.length)
    )
      found.push({ from: at, to: at + word.length })
  }
  return found
}

const isIn = (stretches: readonly Stretch[], at: number): boolean =>
  stretches.some(({ from, to }) => from <= at && at < to)

/** A text in runs: what is special is named, what `changed` names differs from what is stored, what holds a word is found. */
export const runs = (
  text: string,
  changed: Changed | undefined,
  words: readonly string[],
): readonly Run[] => {
  const found = places(text, words)
  const bounds = [...(changed === undefined ? [] : [changed]), ...found].flatMap(({ from, to }) => [from, to])
  const cuts = [...new Set(bounds)].sort((a, b) => a - b)
  const differs = changed === undefined ? [] : [changed]
  let at = 0
  return visible(text).flatMap((piece): readonly Run[] => {
    const start = at
    const raw = "raw" in piece ? piece.raw : piece.text
    at += raw.length
    if ("raw" in piece)
      return [{ text: piece.mark, mark: true, ink: undefined, changed: isIn(differs, start), found: false }]
    const inner = [start, ...cuts.filter((cut) => cut > start && cut < at), at]
    return inner.slice(0, -1).map((from, index) => ({
      text: raw.slice(from - start, (inner[index + 1] ?? at) - start),
      mark: false,
      ink: piece.ink,
      changed: isIn(differs, from),
      found: isIn(found, from),
    }))
  })
}
