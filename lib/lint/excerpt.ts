import type { Spans } from "#lib/wire/print.ts"

/** A stretch of a body: what a pointer names, and a little of what stands around it. */
export type Excerpt = {
  readonly before: string
  readonly at: string
  readonly after: string
  /** Where the whole of what is named stands, in UTF-16 units. */
  readonly start: number
  readonly end: number
}

const around = 48
const most = 200

/** Units of the body that are looked at for each side: indented JSON is mostly indent. */
const reach = 800

/** In one line: a line's end and the indent behind it stand between tokens only, never in a string of JSON. */
const oneLine = (text: string): string => text.replace(/\s*[\n\r]\s*/g, " ")

const splits = (text: string, at: number): boolean =>
  /[\udc00-\udfff]/.test(text.charAt(at)) && /[\ud800-\udbff]/.test(text.charAt(at - 1))

/** The first units of a text, no surrogate pair parted. */
const first = (text: string, units: number): string => text.slice(0, splits(text, units) ? units - 1 : units)

const last = (text: string, units: number): string => {
  const from = Math.max(0, text.length - units)
  return text.slice(splits(text, from) ? from - 1 : from)
}

/** The body's own text at a pointer, in one line, or at the nearest place around it where the body has no such place. */
export const excerpt = (of: Spans, pointer: string): Excerpt => {
  let found = of.of(pointer)
  for (let at = pointer; found === undefined && at !== ""; ) {
    at = at.slice(0, at.lastIndexOf("/"))
    found = of.of(at)
  }
  const { text } = of
  const { start, end } = found ?? { start: 0, end: text.length }
  const before = oneLine(text.slice(Math.max(0, start - reach), start))
  const at = oneLine(text.slice(start, Math.min(end, start + reach)))
  const after = oneLine(text.slice(end, end + reach))
  const isCut = at.length > most || end - start > reach
  const isFirst = start <= reach && before.length <= around
  const isLast = text.length - end <= reach && after.length <= around
  return {
    before: `${isFirst ? "" : "…"}${last(before, around)}`,
    at: `${first(at, most)}${isCut ? "…" : ""}`,
    after: isCut ? "" : `${first(after, around)}${isLast ? "" : "…"}`,
    start,
    end,
  }
}
