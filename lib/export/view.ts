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

const isSeal = (key: string | undefined, json: string): boolean =>
  key !== undefined && (seals.has(key) || (key === "data" && json.includes('"redacted_thinking"')))

const escapes = /\\(?:u[0-9a-fA-F]{4}|.)/g

const resolved = (json: string): string =>
  json.includes("\\") ? json.replace(escapes, (written) => String(JSON.parse(`"${written}"`))) : json

/** Where each offset of resolved JSON stands in the JSON itself; at an escape, before it. */
const offsetIn = (json: string, offset: number): number => {
  let shift = 0
  for (const { index, 0: written } of json.matchAll(escapes)) {
    if (index - shift >= offset) break
    shift += written.length - 1
  }
  return offset + shift
}

const literal = /"((?:[^"\\]|\\.)*)"(\s*:)?/g

/** The insides of a JSON text's strings, without those that are seals. */
const insides = (json: string): readonly Range[] => {
  const found: Range[] = []
  let key: string | undefined
  let behind = 0
  for (const { index, 0: whole, 1: inside = "", 2: colon } of json.matchAll(literal)) {
    const isValue = key !== undefined && json.slice(behind, index).trim() === ""
    if (!isValue || !isSeal(key, json)) found.push([index + 1, index + 1 + inside.length])
    key = colon === undefined ? undefined : inside
    behind = index + whole.length
  }
  return found
}

const jsonView = (json: string, at: number, sealed: boolean): View => {
  let known: readonly Range[] | undefined
  return {
    text: resolved(json),
    cut: (from, to) => {
      known ??= sealed
        ? insides(json)
        : [...json.matchAll(literal)].map(
            ({ index, 1: inside = "" }): Range => [index + 1, index + 1 + inside.length],
          )
      const [start, end] = [offsetIn(json, from), offsetIn(json, to)]
      return known.flatMap(([first, last]): readonly Range[] => {
        const [a, b] = [Math.max(start, first), Math.min(end, last)]
        return a < b ? [[at + a, at + b]] : []
      })
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
