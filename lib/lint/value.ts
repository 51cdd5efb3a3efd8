import { token } from "#lib/wire/writer.ts"

/** An object of a body that anyone may have written: no key is trusted to be there, no value to be of any type. */
export type Fields = { readonly [key: string]: unknown }

export const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined // a non-null, non-array object

export const listOf = (value: unknown): readonly unknown[] | undefined =>
  Array.isArray(value) ? value : undefined

export const stringOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value : undefined

export const nothing: Fields = {}

/** JSON text as a value; undefined where it is none. */
export const parsed = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

export type JsonKind = "object" | "array" | "string" | "number" | "boolean" | "null"

/** What a value that was JSON is. */
const kindOf = (value: unknown): JsonKind => {
  if (typeof value === "string") return "string"
  if (typeof value === "number") return "number"
  if (typeof value === "boolean") return "boolean"
  return value === null ? "null" : Array.isArray(value) ? "array" : "object"
}

/** What JSON text says, without keeping it; undefined where it is none. */
export const jsonKind = (text: string): JsonKind | undefined => {
  const read = parsed(text)
  return read === undefined ? undefined : kindOf(read.value)
}

/**
 * What the strings of a value, keys too, are like together: whether none holds half of a surrogate pair, and how many
 * UTF-16 units the longest has. However deep it nests.
 */
export const survey = (value: unknown): { readonly isWhole: boolean; readonly longest: number } => {
  const open: unknown[] = []
  let isWhole = true
  let longest = 0
  const see = (inner: unknown): void => {
    if (typeof inner !== "string") return void open.push(inner)
    isWhole &&= inner.isWellFormed()
    longest = Math.max(longest, inner.length)
  }
  for (see(value); open.length > 0; ) {
    const next = open.pop()
    listOf(next)?.forEach(see)
    const fields = fieldsOf(next) ?? nothing
    for (const key in fields) {
      see(key)
      see(fields[key])
    }
  }
  return { isWhole, longest }
}

/** Every string of a value with its pointer below `at`, keys too, in document order; however deep it nests. */
export function* stringsOf(
  value: unknown,
  at: string,
): Generator<{ readonly at: string; readonly text: string }> {
  const stack: { readonly value: unknown; readonly at: string }[] = [{ value, at }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const here = next
    const fields = fieldsOf(here.value)
    if (typeof here.value === "string") yield { at: here.at, text: here.value }
    else if (Array.isArray(here.value)) {
      const list: readonly unknown[] = here.value
      for (let index = list.length - 1; index >= 0; index--)
        stack.push({ value: list[index], at: `${here.at}/${index}` })
    } else if (fields !== undefined) {
      const keys = Object.keys(fields)
      for (const key of keys) yield { at: `${here.at}/${token(key)}`, text: key }
      for (const key of keys.reverse()) stack.push({ value: fields[key], at: `${here.at}/${token(key)}` })
    }
  }
}
