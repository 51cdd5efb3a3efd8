import { parsed } from "#lib/record/json.ts"
import type { Placeholder } from "./placeholder.ts"

/** How JSON text is made a placeholder: what stands for a string, and for a key, by the keys above it. */
export type JsonForm = {
  readonly string: (value: string, keys: readonly string[]) => string
  readonly key: (key: string, keys: readonly string[]) => string
  readonly number: Placeholder
}

const units = /\\u([0-9a-fA-F]{4})|\\[^u]|[^\\]/g

/** A string's insides with other characters of the same places: escapes stay escapes, and the length stays. */
const rewritten = (inside: string, value: string): string => {
  let at = 0
  return inside.replace(units, (written, code: string | undefined) => {
    const unit = value.charAt(at)
    const was = written.length === 1 ? written : undefined
    at++
    if (was !== undefined) return was === unit ? was : unit
    if (code === undefined) return written
    return Number.parseInt(code, 16) === unit.charCodeAt(0)
      ? written
      : `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
  })
}

const token = /"((?:[^"\\]|\\.)*)"(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[{}[\],]/g

/** What JSON text is read as, as far as it has been read. */
type Depth = { readonly list: boolean; key: string }

/** JSON text with its strings, keys and numbers as placeholders; white space, order and escapes stay as they are. */
export const jsonPlaceholder = (json: string, form: JsonForm): string => {
  const stack: Depth[] = []
  return json.replace(token, (whole: string, inside: string | undefined, colon: string | undefined) => {
    const top = stack.at(-1)
    if (whole === "{" || whole === "[") stack.push({ list: whole === "[", key: "" })
    else if (whole === "}" || whole === "]") stack.pop()
    else if (inside !== undefined) {
      const value = String(JSON.parse(`"${inside}"`))
      const above = stack.map(({ key }) => key)
      if (colon === undefined) return `"${rewritten(inside, form.string(value, above))}"`
      if (top !== undefined) top.key = value
      return `"${rewritten(inside, form.key(value, above.slice(0, -1)))}"${colon}`
    } else if (whole !== ",") return form.number(whole)
    return whole
  })
}

/** Whether a text is JSON with something inside it. */
export const isJson = (text: string): boolean => /^\s*[{["]/.test(text) && parsed(text) !== undefined
