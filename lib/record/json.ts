/** Narrowing of JSON that anyone may have written: no shape is trusted, and what is of another kind is undefined. */

/** An object of it: no key is trusted to be there. */
export type Json = { readonly [key: string]: unknown }

export const objectOf = (value: unknown): Json | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined // a non-null, non-array object

export const listOf = (value: unknown): readonly unknown[] | undefined =>
  Array.isArray(value) ? value : undefined

export const stringOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value : undefined

/** A string with something in it besides white space. */
export const wordsOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value : undefined

/** A count: a whole number from 0. */
export const countOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined

export const numberOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined

/** The strings of a list, in order; others are left out. */
export const stringsOf = (value: unknown): readonly string[] =>
  (listOf(value) ?? []).filter((item) => typeof item === "string")

/** An object without the members that are undefined, so that what is unknown is absent. */
export const known = <Fields extends object>(fields: Fields): Known<Fields> => {
  const kept: { [key: string]: unknown } = {}
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) kept[key] = value
  return kept as Known<Fields> // the same members, less those that are undefined
}

type Optional<Fields> = { [Key in keyof Fields]: undefined extends Fields[Key] ? Key : never }[keyof Fields]
export type Known<Fields> = Omit<Fields, Optional<Fields>> & {
  [Key in Optional<Fields>]?: Exclude<Fields[Key], undefined>
}

/** JSON text as a value; undefined where it does not parse, as no JSON text parses to that. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
