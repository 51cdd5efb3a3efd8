/**
 * Where the values of a JSON text stand, so that a part of it can be kept verbatim: key order, white space and numbers
 * as the source wrote them. Contract: the text parses as JSON; of members with one name the last counts, as in JSON.parse.
 * Linear in what is passed over, without recursion.
 */
export type Span = { readonly from: number; readonly to: number }

const quote = 34
const backslash = 92
const open = (code: number): boolean => code === 123 || code === 91
const close = (code: number): boolean => code === 125 || code === 93
const blank = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9

const skipBlank = (text: string, at: number): number => {
  let next = at
  while (blank(text.charCodeAt(next))) next++
  return next
}

/** From the opening quote to behind the closing one. */
const skipString = (text: string, at: number): number => {
  let end = text.indexOf('"', at + 1)
  while (end > 0) {
    let before = end - 1
    while (text.charCodeAt(before) === backslash) before--
    if ((end - before) % 2 === 1) return end + 1
    end = text.indexOf('"', end + 1)
  }
  return text.length
}

const skipScalar = (text: string, at: number): number => {
  let next = at
  while (next < text.length) {
    const code = text.charCodeAt(next)
    if (code === 44 || close(code) || blank(code)) return next
    next++
  }
  return next
}

const skipNested = (text: string, at: number): number => {
  let next = at + 1
  let depth = 1
  while (depth > 0 && next < text.length) {
    const code = text.charCodeAt(next)
    if (code === quote) next = skipString(text, next)
    else {
      if (open(code)) depth++
      else if (close(code)) depth--
      next++
    }
  }
  return next
}

const skipValue = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  if (code === quote) return skipString(text, at)
  return open(code) ? skipNested(text, at) : skipScalar(text, at)
}

export const rawOf = (text: string, span: Span): string => text.slice(span.from, span.to)

/** The whole value of a text, without white space around it. */
export const rootSpan = (text: string): Span => {
  const from = skipBlank(text, 0)
  return { from, to: skipValue(text, from) }
}

/** The elements of an array, in order; of anything else, none. */
export const elementSpans = (text: string, span: Span): readonly Span[] => {
  if (text.charCodeAt(span.from) !== 91) return []
  const spans: Span[] = []
  let at = skipBlank(text, span.from + 1)
  while (at < span.to - 1) {
    const to = skipValue(text, at)
    spans.push({ from: at, to })
    at = skipBlank(text, to)
    if (text.charCodeAt(at) !== 44) break
    at = skipBlank(text, at + 1)
  }
  return spans
}

const keyOf = (text: string, from: number, to: number): string => {
  const plain = text.slice(from + 1, to - 1)
  return plain.includes("\\") ? String(JSON.parse(text.slice(from, to))) : plain
}

/** The members of an object, in order, repeated names as often as they stand; of anything else, none. */
export const memberSpans = (
  text: string,
  span: Span,
): readonly { readonly key: string; readonly span: Span }[] => {
  if (text.charCodeAt(span.from) !== 123) return []
  const members: { readonly key: string; readonly span: Span }[] = []
  let at = skipBlank(text, span.from + 1)
  while (at < span.to - 1) {
    const keyEnd = skipString(text, at)
    const from = skipBlank(text, skipBlank(text, keyEnd) + 1)
    const to = skipValue(text, from)
    members.push({ key: keyOf(text, at, keyEnd), span: { from, to } })
    at = skipBlank(text, to)
    if (text.charCodeAt(at) !== 44) break
    at = skipBlank(text, at + 1)
  }
  return members
}

export type Path = readonly (string | number)[]

/** One text whose values are looked for again and again; it remembers where what it passed on the way stands. */
export type Places = {
  readonly text: string
  root: Span | undefined
  elements: Map<number, readonly Span[]> | undefined
  members: Map<number, ReadonlyMap<string, Span>> | undefined
}

/** Costs nothing until something is looked for. */
export const placesOf = (text: string): Places => ({
  text,
  root: undefined,
  elements: undefined,
  members: undefined,
})

const elementsAt = (places: Places, span: Span): readonly Span[] => {
  places.elements ??= new Map()
  const known = places.elements.get(span.from)
  if (known !== undefined) return known
  const found = elementSpans(places.text, span)
  places.elements.set(span.from, found)
  return found
}

const membersAt = (places: Places, span: Span): ReadonlyMap<string, Span> => {
  places.members ??= new Map()
  const known = places.members.get(span.from)
  if (known !== undefined) return known
  const found = new Map<string, Span>()
  for (const member of memberSpans(places.text, span)) found.set(member.key, member.span)
  places.members.set(span.from, found)
  return found
}

/** Where the value at a path stands; undefined where there is none. */
export const spanAt = (places: Places, path: Path): Span | undefined => {
  places.root ??= rootSpan(places.text)
  let span: Span | undefined = places.root
  for (const name of path) {
    if (span === undefined) return undefined
    span = typeof name === "number" ? elementsAt(places, span)[name] : membersAt(places, span).get(name)
  }
  return span
}

/** The verbatim text of the value at a path; empty where there is none. */
export const rawAt = (places: Places, path: Path): string => {
  const span = spanAt(places, path)
  return span === undefined ? "" : rawOf(places.text, span)
}

/** A JSON pointer (RFC 6901) of a path. */
export const pointerOf = (path: Path): string =>
  path.map((name) => `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")
