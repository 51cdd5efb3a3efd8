import { type Json, listOf, objectOf, parsed } from "#lib/record/json.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { spans } from "#lib/wire/print.ts"

/** Names under which a body stands inside something that describes it. */
const envelopes = ["request", "body", "request_body", "params"] as const

const isBody = (fields: Json): boolean =>
  [fields["messages"], fields["contents"], fields["input"]].some(
    (history) => listOf(history) !== undefined,
  ) || typeof fields["input"] === "string"

/** Pointer of the body, or of a string that holds one; undefined where there is none at most two envelopes deep. */
const find = (value: unknown, at: string, depth: number): string | undefined => {
  if (typeof value === "string" && depth > 0) {
    const inner = value.trimStart().startsWith("{") ? objectOf(parsed(value)) : undefined
    return inner !== undefined && isBody(inner) ? at : undefined
  }
  const fields = objectOf(value)
  if (fields === undefined) return undefined
  if (isBody(fields)) return at
  if (depth === 2) return undefined
  for (const name of envelopes) {
    const found = find(fields[name], `${at}/${name}`, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * The request body in a text: the text itself, or what stands in it under `request`, `body`, `request_body` or
 * `params`, as JSON or as a string of JSON. Where none is found the text itself is the body, so that its faults show.
 * Problem `json-invalid` {name}.
 */
export const bodyText = (text: string, name: string): Outcome<string> => {
  const root = parsed(text)
  if (root === undefined) return refused("json-invalid", { name })
  const pointer = find(root, "", 0)
  if (pointer === undefined || pointer === "") return fine(text)
  const place = spans(text).of(pointer)
  if (place === undefined) return fine(text)
  const inner = text.slice(place.start, place.end)
  const value = inner.startsWith('"') ? parsed(inner) : undefined
  return fine(typeof value === "string" ? value : inner)
}
