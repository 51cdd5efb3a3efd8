/** Narrowing of a provider's JSON: what is of another kind than asked for is undefined, nothing is trusted to be there. */

export type Json = { readonly [key: string]: unknown }

export const objectOf = (value: unknown): Json | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined // a non-null, non-array object

/** The elements of a list; of anything else, none. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const stringOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value : undefined

/** A string with at least one character. */
export const filledOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined

/** A count: a whole number from 0. */
export const countOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined

/** The sum of the counts that are known; undefined where none is. */
export const sumOf = (...values: readonly unknown[]): number | undefined => {
  const known = values.map(countOf).filter((count) => count !== undefined)
  return known.length === 0 ? undefined : known.reduce((sum, count) => sum + count, 0)
}

type Optional<Fields> = { [Key in keyof Fields]: undefined extends Fields[Key] ? Key : never }[keyof Fields]
export type Known<Fields> = Omit<Fields, Optional<Fields>> & {
  [Key in Optional<Fields>]?: Exclude<Fields[Key], undefined>
}

/** An object without the members that are undefined, so that what is unknown is absent. */
export const known = <Fields extends object>(fields: Fields): Known<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Known<Fields> // the same members, less those that are undefined

/** JSON text as a value; undefined where it does not parse. No JSON text parses to undefined. */
export const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const isBlank = (text: string, at: number): boolean => at < text.length && " \n\r\t".includes(text.charAt(at))

const skipBlank = (text: string, from: number): number => {
  let at = from
  while (isBlank(text, at)) at++
  return at
}

const stringEnd = (text: string, from: number): number => {
  let at = from + 1
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === "\\" ? 2 : 1
  return at + 1
}

const valueEnd = (text: string, from: number): number => {
  let depth = 0
  let at = from
  while (at < text.length) {
    const sign = text.charAt(at)
    if (sign === '"') at = stringEnd(text, at)
    else if (sign === "{" || sign === "[") {
      depth++
      at++
    } else if (sign === "}" || sign === "]" || sign === ",") {
      if (depth === 0) return at
      if (sign !== ",") depth--
      at++
    } else at++
  }
  return at
}

/** A value inside another: its key or its place in the list, and its own text. */
export type Part = { readonly key: string | number; readonly json: string }

/**
 * The members of an object or the elements of a list, in order, values as they are written: white space within them, key
 * order and numbers included. Of anything else, none. The text must be known to parse.
 */
export const partsOf = (json: string): readonly Part[] => {
  const found: Part[] = []
  let at = skipBlank(json, 0)
  const named = json.charAt(at) === "{"
  if (!named && json.charAt(at) !== "[") return found
  at = skipBlank(json, at + 1)
  while (at < json.length && json.charAt(at) !== "}" && json.charAt(at) !== "]") {
    let key: string | number = found.length
    if (named) {
      const end = stringEnd(json, at)
      key = String(parsed(json.slice(at, end)))
      at = skipBlank(json, skipBlank(json, end) + 1)
    }
    const end = valueEnd(json, at)
    found.push({ key, json: json.slice(at, end).trimEnd() })
    at = skipBlank(json, json.charAt(end) === "," ? end + 1 : end)
  }
  return found
}

/**
 * The text of the value at a path, as it is written; undefined where there is none. Of members with one name the last
 * counts, as in JSON.parse.
 */
export const rawAt = (json: string, ...path: readonly (string | number)[]): string | undefined =>
  path.reduce<string | undefined>(
    (held, name) =>
      held === undefined ? undefined : partsOf(held).findLast(({ key }) => key === name)?.json,
    json,
  )

/** JSON text of an object from its parts. */
export const objectText = (parts: readonly Part[]): string =>
  `{${parts.map(({ key, json }) => `${JSON.stringify(String(key))}:${json}`).join(",")}}`
