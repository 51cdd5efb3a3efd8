import type { Tool } from "#lib/record/entry.ts"
import { countOf, type Json, listOf, numberOf, objectOf, stringOf, stringsOf } from "#lib/record/json.ts"
import { type Path, type Places, rawAt } from "../raw.ts"

/** Small readings that the heads of several dialects share. */

export const positive = (value: unknown): number | undefined => countOf(value) || undefined

/** Stop words, one or a list; undefined where there is none. */
export const stopsOf = (value: unknown): string[] | undefined => {
  const one = stringOf(value)
  const all = one === undefined ? [...stringsOf(value)] : [one]
  return all.length === 0 ? undefined : all
}

/** Parameters that every dialect has, under its own names. */
export const sampling = (
  of: Json,
  names: { readonly max: string; readonly topP: string; readonly stop: string },
) => ({
  maxTokens: positive(of[names.max]),
  temperature: numberOf(of["temperature"]),
  topP: numberOf(of[names.topP]),
  stop: stopsOf(of[names.stop]),
})

/** Declarations of functions as ours, and the JSON texts of those that are none. */
export type Declared = { readonly tools: readonly Tool[]; readonly others: readonly string[] }

/** One declaration whose schema stands under one of these keys; undefined where it has no name. */
export const declared = (
  value: Json | undefined,
  places: Places,
  path: Path,
  schemas: readonly Path[],
): Tool | undefined => {
  const name = stringOf(value?.["name"])
  if (value === undefined || name === undefined) return undefined
  const description = stringOf(value["description"])
  const schema = schemas.map((at) => rawAt(places, [...path, ...at])).find((raw) => raw !== "")
  return {
    name,
    ...(description === undefined ? {} : { description }),
    inputSchema: schema ?? '{"type":"object"}',
  }
}

/** The text of a system area: a string, or parts with a text each, joined by a blank line. */
export const systemText = (value: unknown): string | undefined => {
  if (typeof value === "string") return value
  const parts = listOf(value) ?? listOf(objectOf(value)?.["parts"]) ?? []
  const texts = parts.flatMap((part) => stringOf(part) ?? stringOf(objectOf(part)?.["text"]) ?? [])
  return texts.length === 0 ? undefined : texts.join("\n\n")
}

/** `extra` with one more member; `json` is the value's text, empty for none. */
export const withMember = (extra: string | undefined, key: string, json: string): string | undefined => {
  if (json === "") return extra
  const member = `${JSON.stringify(key)}:${json}`
  return extra === undefined ? `{${member}}` : `${extra.slice(0, -1)},${member}}`
}

/** The members of an object that are none of those that were read, as JSON text; empty where there are none. */
export const leftOf = (
  value: Json | undefined,
  places: Places,
  path: Path,
  read: ReadonlySet<string>,
): string => {
  const keys = Object.keys(value ?? {}).filter((key) => !read.has(key))
  if (keys.length === 0) return ""
  return `{${keys.map((key) => `${JSON.stringify(key)}:${rawAt(places, [...path, key])}`).join(",")}}`
}
