/** A top-level member of a JSON object: its key, and its value's own text. */
export type Member = { readonly key: string; readonly json: string }

const stringEnd = (text: string, from: number): number => {
  let at = from + 1
  while (text.charAt(at) !== '"') at += text.charAt(at) === "\\" ? 2 : 1
  return at + 1
}

const valueEnd = (text: string, from: number): number => {
  let depth = 0
  let at = from
  for (;;) {
    const sign = text.charAt(at)
    if (sign === '"') at = stringEnd(text, at)
    else if (sign === "{" || sign === "[") {
      depth++
      at++
    } else if (sign === "}" || sign === "]") {
      if (depth === 0) return at
      depth--
      at++
    } else if (sign === "," && depth === 0) return at
    else at++
  }
}

/** The members of a JSON object's text, in order, values verbatim. The text must be known to parse to an object. */
export const members = (text: string): readonly Member[] => {
  const found: Member[] = []
  let at = text.indexOf("{") + 1
  for (;;) {
    const open = text.indexOf('"', at)
    if (open < 0) return found
    const close = stringEnd(text, open)
    const colon = text.indexOf(":", close) + 1
    const end = valueEnd(text, colon)
    found.push({ key: String(JSON.parse(text.slice(open, close))), json: text.slice(colon, end).trim() })
    if (text.charAt(end) === "}") return found
    at = end + 1
  }
}
