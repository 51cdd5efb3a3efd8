import type { EntryOf, Tool } from "#lib/record/entry.ts"
import { type Json, known, objectOf, stringOf } from "#lib/record/json.ts"
import { digestOf } from "../digest.ts"
import type { Body } from "../ledger.ts"
import { type Path, type Places, rawAt } from "../raw.ts"

export type Params = EntryOf<"header">["params"]
export type HeaderTarget = EntryOf<"header">["target"]

/** What a request holds beside its messages, as far as the source tells. */
export type HeaderParts = {
  readonly target: HeaderTarget | undefined
  readonly params: Params
  readonly system: string | undefined
  readonly tools: readonly Tool[]
}

/** Where no model is named, the header belongs to no dialect. */
const nobody: HeaderTarget = { provider: "unknown", dialect: "unknown", model: "unknown" }

/** A header entry and its id, the digest of what it holds; undefined where the source holds nothing of a header. */
export const headerBody = (parts: HeaderParts): { readonly id: string; readonly body: Body } | undefined => {
  const { target, params, system, tools } = parts
  const nothing = target === undefined && system === undefined && tools.length === 0
  if (nothing && Object.keys(params).length === 0) return undefined
  const held = {
    target: target ?? nobody,
    params,
    ...known({ system }),
    ...(tools.length === 0 ? {} : { tools }),
  }
  const id = `header~${digestOf(JSON.stringify(held)).slice(0, 16)}`
  return { id, body: { kind: "header", reason: "import", ...held } }
}

/** Fields that may hold a secret of the sender. */
const secret = /^(api[_-]?key|authorization|auth|headers|extra_headers|default_headers|token|password)$/i

/** Who the request was for is nobody's business; that two were for the same one is. */
const masked = (places: Places, path: Path, value: Json): string =>
  `{${Object.keys(value)
    .map((key) => {
      const own = stringOf(value[key])
      const json =
        key === "user_id" && own !== undefined
          ? JSON.stringify(`masked-${digestOf(own).slice(0, 12)}`)
          : rawAt(places, [...path, key])
      return `${JSON.stringify(key)}:${json}`
    })
    .join(",")}}`

/**
 * The fields of a body that our parameters have no place for, as the JSON text of an object, verbatim; absent where
 * there are none. Fields that may hold a secret are left out, a user's id is masked.
 */
export const extraOf = (
  places: Places,
  path: Path,
  body: Json,
  taken: ReadonlySet<string>,
): string | undefined => {
  const fields = Object.keys(body).filter((key) => !taken.has(key) && !secret.test(key))
  if (fields.length === 0) return undefined
  const members = fields.map((key) => {
    const value = objectOf(body[key])
    const at = [...path, key]
    const json = key === "metadata" && value !== undefined ? masked(places, at, value) : rawAt(places, at)
    return `${JSON.stringify(key)}:${json}`
  })
  return `{${members.join(",")}}`
}
