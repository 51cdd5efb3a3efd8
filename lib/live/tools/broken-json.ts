/** One token of JSON, behind any white space. */
const token =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON allows none of them in a string
  /[ \t\r\n]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)))/y

/** What may come next: a value, or also the end of an empty list; a key, or also the end of an empty object; … */
type Next = "value" | "item" | "key" | "member" | "colon" | "more" | "nothing"

const openers: { readonly [mark: string]: Next } = { "[": "item", "{": "member" }
const closers: { readonly [mark: string]: string } = { "]": "[", "}": "{" }

const takesValue = (next: Next): boolean => next === "value" || next === "item"
const isEmptyEnd = (next: Next, mark: string): boolean =>
  next === (mark === "]" ? "item" : "member") || next === "more"

/** What may follow a token; undefined where it should not be there. `around`: the lists and objects that are open. */
const after = (next: Next, found: string, around: string[]): Next | undefined => {
  const opened = openers[found]
  if (opened !== undefined && takesValue(next)) {
    around.push(found)
    return opened
  }
  if (closers[found] !== undefined) {
    if (around.at(-1) !== closers[found] || !isEmptyEnd(next, found)) return undefined
    around.pop()
    return around.length === 0 ? "nothing" : "more"
  }
  if (found === ":") return next === "colon" ? "value" : undefined
  if (found === ",") return next === "more" ? (around.at(-1) === "{" ? "key" : "value") : undefined
  if (next === "key" || next === "member") return found.startsWith('"') ? "colon" : undefined
  if (opened !== undefined || !takesValue(next)) return undefined
  return around.length === 0 ? "nothing" : "more"
}

/**
 * The offset in UTF-16 units at which a text stops to be JSON: of the first token that should not be there, or the
 * text's end where it is only cut off.
 * The engine's own message names no place for some faults, and quotes the text for others.
 */
export const brokenAt = (json: string): number => {
  const around: string[] = []
  let next: Next = "value"
  for (let at = 0; at < json.length; ) {
    token.lastIndex = at
    const match = token.exec(json)
    const blanks = /[^ \t\r\n]/g
    blanks.lastIndex = at
    const start = blanks.exec(json)?.index ?? json.length
    const follows: Next | undefined =
      match === null ? undefined : after(next, match[1] ?? match[2] ?? "", around)
    if (follows === undefined) return start
    next = follows
    at = token.lastIndex
  }
  return json.length
}
