/** A text as far as it is shown, and how much of it there is. */
export type Clip = {
  readonly text: string
  /** What the whole has; a line feed begins a new line, an empty text has none. */
  readonly lines: number
  readonly chars: number
}

/** `columns`: a line longer than that counts as several. */
export type Limits = { readonly lines: number; readonly chars: number; readonly columns?: number }

/** What a row shows before it is opened: about twelve lines on the screen. */
export const closed: Limits = { lines: 12, chars: 960, columns: 80 }
/** What opening a block shows at once; the rest comes on demand, so that huge content never stops the page. */
export const opened: Limits = { lines: 400, chars: 60_000 }

export const countLines = (text: string): number => {
  if (text === "") return 0
  let lines = 1
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1
  return lines
}

/** The largest offset up to `at` that does not part a surrogate pair. */
export const whole = (text: string, at: number): number =>
  at > 0 &&
  at < text.length &&
  (text.charCodeAt(at) & 0xfc00) === 0xdc00 &&
  (text.charCodeAt(at - 1) & 0xfc00) === 0xd800
    ? at - 1
    : at

/** The beginning of a text within limits; a cut never parts a character. */
export const clip = (text: string, limits: Limits = closed): Clip => {
  const columns = limits.columns ?? Number.POSITIVE_INFINITY
  let left = limits.lines
  let end = 0
  for (let start = 0; left > 0 && start <= text.length && start < limits.chars + 1; ) {
    const feed = text.indexOf("\n", start)
    const stop = feed < 0 ? text.length : feed
    const needs = Math.max(1, Math.ceil((stop - start) / columns))
    end = needs <= left ? stop : start + left * columns
    left -= needs
    start = stop + 1
  }
  const kept = whole(text, Math.min(end, limits.chars, text.length))
  return { text: text.slice(0, kept), lines: countLines(text), chars: text.length }
}

export const isWhole = (of: Clip): boolean => of.text.length === of.chars

/** The text on one line, for titles: control characters and runs of blanks become one blank. */
export const oneLine = (text: string, chars: number): string => {
  const flat = text
    .slice(0, chars * 4)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: titles come from hostile text
    .replace(/[\s\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/g, " ")
    .trim()
  return flat.length > chars ? `${flat.slice(0, whole(flat, chars - 1))}…` : flat
}
