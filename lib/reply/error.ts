import { filledOf, type Json, listOf, objectOf, parsed, stringOf } from "./json.ts"

/** The most characters of a provider's words that are kept. */
const most = 2000

const clipped = (text: string): string => {
  const trimmed = text.trim()
  return trimmed.length <= most ? trimmed : `${trimmed.slice(0, most).toWellFormed()}…`
}

const named = (error: Json): string | undefined => {
  const words = filledOf(error["message"]) ?? filledOf(error["detail"])
  const code = error["code"]
  const kind =
    filledOf(error["type"]) ??
    filledOf(error["status"]) ??
    (typeof code === "number" ? String(code) : filledOf(code))
  if (words === undefined) return undefined
  return kind === undefined || kind === "error" || words.includes(kind) ? words : `${kind}: ${words}`
}

/**
 * What a provider says of an error, in its own words, with its own name for the kind where it gives one. Undefined where
 * a value says nothing of an error.
 */
export const errorOf = (value: unknown): string | undefined => {
  const holder = objectOf(value) ?? objectOf(listOf(value)[0])
  if (holder === undefined) return undefined
  const plain = filledOf(holder["error"])
  if (plain !== undefined) return clipped(plain)
  const error = objectOf(holder["error"])
  if (error !== undefined) return clipped(named(error) ?? JSON.stringify(error))
  return undefined
}

/** The words of an answer that is an error: those in its JSON, else its text; clipped. Empty where it says nothing. */
export const errorText = (body: string): string => {
  const value = parsed(body)
  const told = errorOf(value) ?? named(objectOf(value) ?? {}) ?? stringOf(value)
  return clipped(told ?? body)
}
