import { type Json, listOf, objectOf, parsed } from "#lib/record/json.ts"
import { token } from "#lib/wire/writer.ts"

export const nothing: Json = {}

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
  const value = parsed(text)
  return value === undefined ? undefined : kindOf(value)
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
    const fields = objectOf(next) ?? nothing
    for (const key in fields) {
      see(key)
      see(fields[key])
    }
  }
  return { isWhole, longest }
}

/** Every string of a value with its pointer below `at`, keys too, in document order; however deep it nests. */
export function* stringsIn(
  value: unknown,
  at: string,
): Generator<{ readonly at: string; readonly text: string }> {
  const stack: { readonly value: unknown; readonly at: string }[] = [{ value, at }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const here = next
    const fields = objectOf(here.value)
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
