/** Text that may cross: lone surrogates and NUL become U+FFFD (`common/json-well-formed-unicode`). */
export const clean = (text: string): string =>
  isClean(text) ? text : text.toWellFormed().replaceAll("\u0000", "\ufffd")

export const isClean = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000")

const suspicious = /\\u(?:0000|[dD][89a-fA-F])/
const escapes = /\\u([dD][89abAB][0-9a-fA-F]{2})(\\u[dD][c-fC-F][0-9a-fA-F]{2})?|\\u([0-9a-fA-F]{4})|\\[^u]/g

/**
 * JSON text whose strings may cross: also where a lone surrogate or NUL stands as an escape. All other characters,
 * escapes and white space stay as they are.
 */
export const cleanJson = (json: string): string => {
  const text = clean(json)
  if (!suspicious.test(text)) return text
  return text.replace(
    escapes,
    (whole: string, high: string | undefined, low: string | undefined, other: string | undefined) => {
      if (high !== undefined) return low === undefined ? "\\ufffd" : whole
      return other !== undefined && /^(?:0000|d[c-f])/i.test(other) ? "\\ufffd" : whole
    },
  )
}

const trimmed = new Set(["\u001c", "\u001d", "\u001e", "\u001f", "\u0085"])

/** Whether nothing is left in a text but what JavaScript, Python or Rust trims. */
export const isBlank = (text: string): boolean => {
  const first = text.charCodeAt(0)
  if (first > 32 && first < 127) return false // nearly every text: none of these is trimmed by anyone
  for (const character of text) if (!trimmed.has(character) && character.trim() !== "") return false
  return true
}

/** The longest beginning and end of a text, `units` UTF-16 units in all, split on code points. */
export const headAndTail = (
  text: string,
  units: number,
): { readonly head: string; readonly tail: string } => {
  const front = Math.ceil((units * 3) / 4)
  const back = text.length - (units - front)
  const splits = (at: number) =>
    /[\udc00-\udfff]/.test(text.charAt(at)) && /[\ud800-\udbff]/.test(text.charAt(at - 1))
  return {
    head: text.slice(0, splits(front) ? front - 1 : front),
    tail: text.slice(splits(back) ? back + 1 : back),
  }
}
