import { parsed } from "#lib/record/json.ts"

export type Range = readonly [from: number, to: number]

/**
 * What a scanner reads of a stretch of a text: JSON with its escapes resolved, anything else as it stands. `cut` gives the
 * ranges of the whole text that may go for a range of what was read: in JSON only what stands inside strings, and no half
 * of an escape, so that JSON stays JSON.
 */
export type View = { readonly text: string; readonly cut: (from: number, to: number) => readonly Range[] }

/** Seals of providers, by the key that they stand under in their own JSON: bytes that are never read or touched. */
const seals = new Set([
  "signature",
  "thoughtSignature",
  "thought_signature",
  "encrypted_content",
  "encrypted_index",
  "redactedContent",
])

/** Whether a key is one of a seal; `data` only beside reasoning that its provider hid. */
const sealedBy = (json: string): ((key: string) => boolean) => {
  const hidden = json.includes('"redacted_thinking"')
  return (key) => seals.has(key) || (key === "data" && hidden)
}

const escapes = /\\(?:u[0-9a-fA-F]{4}|.)/g

const resolved = (json: string): string =>
  json.includes("\\") ? json.replace(escapes, (written) => String(JSON.parse(`"${written}"`))) : json

/** The first of so many, in order, that something holds for; `count` where it holds for none. */
const firstOf = (count: number, holds: (index: number) => boolean): number => {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** Where an offset of resolved JSON stands in the JSON itself; at an escape, before it. */
const offsetsIn = (json: string): ((offset: number) => number) => {
  const at: number[] = []
  const shifts = [0]
  let shift = 0
  for (const { index, 0: written } of json.matchAll(escapes)) {
    at.push(index - shift)
    shift += written.length - 1
    shifts.push(shift)
  }
  return (offset) => offset + (shifts[firstOf(at.length, (index) => (at[index] ?? 0) >= offset)] ?? 0)
}

const literal = /"((?:[^"\\]|\\.)*)"(\s*:)?/g

/** The insides of a JSON text's strings that hold something, without those that are seals where it may hold some. */
const insides = (json: string, sealed: boolean): readonly Range[] => {
  const found: Range[] = []
  const isSeal = sealedBy(json)
  let key: string | undefined
  let behind = 0
  for (const { index, 0: whole, 1: inside = "", 2: colon } of json.matchAll(literal)) {
    const of = key !== undefined && json.slice(behind, index).trim() === "" ? key : undefined
    const isKept = inside === "" || (sealed && of !== undefined && isSeal(of))
    if (!isKept) found.push([index + 1, index + 1 + inside.length])
    key = colon === undefined ? undefined : inside
    behind = index + whole.length
  }
  return found
}

/** Ranges of a JSON text that may go: asked for only where something is found. */
const cutter = (json: string, at: number, sealed: boolean): View["cut"] => {
  const offset = offsetsIn(json)
  const inside = insides(json, sealed)
  return (from, to) => {
    const [start, end] = [offset(from), offset(to)]
    const ranges: Range[] = []
    for (let index = firstOf(inside.length, (each) => (inside[each]?.[1] ?? 0) > start); ; index++) {
      const [first, last] = inside[index] ?? [end, end]
      if (first >= end) return ranges
      ranges.push([at + Math.max(start, first), at + Math.min(end, last)])
    }
  }
}

const jsonView = (json: string, at: number, sealed: boolean): View => {
  let cut: View["cut"] | undefined
  return {
    text: resolved(json),
    cut: (from, to) => {
      cut ??= cutter(json, at, sealed)
      return cut(from, to)
    },
  }
}

const plainView = (text: string, at: number): View => ({
  text,
  cut: (from, to) => [[at + from, at + to]],
})

const isJson = (text: string): boolean => /^\s*[{["]/.test(text) && parsed(text) !== undefined

/** Lines that are JSON each for itself; the others as they stand together. */
const lineViews = (text: string, sealed: boolean): readonly View[] => {
  const views: View[] = []
  let at = 0
  let plainFrom = 0
  const plainTo = (to: number): void => {
    if (plainFrom < to) views.push(plainView(text.slice(plainFrom, to), plainFrom))
  }
  for (const line of text.split("\n")) {
    const end = at + line.length
    if (isJson(line)) {
      plainTo(at)
      views.push(jsonView(line, at, sealed))
      plainFrom = end
    }
    at = end + 1
  }
  plainTo(text.length)
  return views
}

/** What a scanner reads of a text. `sealed`: a provider's own JSON, in which seals stand. */
export const viewsOf = (text: string, sealed: boolean): readonly View[] => {
  if (isJson(text)) return [jsonView(text, 0, sealed)]
  return /\n\s*[{["]/.test(text) || /^\s*[{["].*\n/.test(text)
    ? lineViews(text, sealed)
    : [plainView(text, 0)]
}
