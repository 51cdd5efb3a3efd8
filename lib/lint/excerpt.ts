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

/** The largest offset up to `at` that parts no surrogate pair. */
const whole = (text: string, at: number): number =>
  /[\udc00-\udfff]/.test(text.charAt(at)) && /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at

/** The body's own text at a pointer, or at the nearest place around it where the body has no such place. */
export const excerpt = (of: Spans, pointer: string): Excerpt => {
  let found = of.of(pointer)
  for (let at = pointer; found === undefined && at !== ""; ) {
    at = at.slice(0, at.lastIndexOf("/"))
    found = of.of(at)
  }
  const { text } = of
  const { start, end } = found ?? { start: 0, end: text.length }
  const cut = end - start > most
  const shown = cut ? whole(text, start + most) : end
  const from = whole(text, Math.max(0, start - around))
  return {
    before: `${from > 0 ? "…" : ""}${text.slice(from, start)}`,
    at: `${text.slice(start, shown)}${cut ? "…" : ""}`,
    after: cut ? "" : `${text.slice(end, whole(text, end + around))}${end + around < text.length ? "…" : ""}`,
    start,
    end,
  }
}
