import { speakerKinds } from "#lib/record/entries/message.ts"
import type { Entry } from "#lib/record/entry.ts"
import { objectOf } from "#lib/record/json.ts"
import { isPlainTime } from "./time.ts"

type Check = (value: unknown) => boolean
type Field = { readonly name: string; readonly check: Check; readonly optional?: true }

const field = (name: string, check: Check): Field => ({ name, check })
const maybe = (name: string, check: Check): Field => ({ name, check, optional: true })

/** An object with these members, in this order, and no others. */
const members =
  (...fields: readonly Field[]): Check =>
  (value) => {
    const object = objectOf(value)
    if (object === undefined) return false
    let next = 0
    for (const key in object) {
      let at = fields[next++]
      while (at !== undefined && at.name !== key && at.optional === true) at = fields[next++]
      if (at === undefined || at.name !== key || !at.check(object[key])) return false
    }
    while (fields[next]?.optional === true) next++
    return next === fields.length
  }

const text: Check = (value) => typeof value === "string"
const flag: Check = (value) => typeof value === "boolean"
const yes: Check = (value) => value === true
const count: Check = (value) => typeof value === "number" && Number.isSafeInteger(value) && value >= 0
const ordinal: Check = (value) => count(value) && value !== 0
const one = (...of: readonly string[]): Check => {
  const known: ReadonlySet<unknown> = new Set(of)
  return (value) => known.has(value)
}
const all =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)

const id: Check = (value) => typeof value === "string" && value !== "" && value.length <= 200
const label: Check = (value) => typeof value === "string" && /^[a-z][a-z-]{0,40}$/.test(value)
const segment: Check = (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value)

const textBlock = members(field("kind", one("text")), field("text", text))
const proof = members(field("kind", one("anthropic-signature", "anthropic-redacted")), field("value", text))
const reasoning = members(field("kind", one("reasoning")), field("text", text), maybe("proof", proof))
const toolCall = members(
  field("kind", one("tool-call")),
  field("callId", text),
  field("name", text),
  field("arguments", text),
)
const toolResult = members(
  field("kind", one("tool-result")),
  field("callId", text),
  field("name", text),
  field("isError", flag),
  field("content", all(textBlock)),
)

const maker = members(field("provider", text), field("api", text), field("model", text))
const usage = members(
  maybe("input", count),
  maybe("cacheRead", count),
  maybe("cacheWrite", count),
  maybe("output", count),
  maybe("reasoning", count),
)
const range: Check = (value) => Array.isArray(value) && value.length === 2 && value.every(ordinal)
const speaker = members(field("kind", one(...speakerKinds)), maybe("name", text), maybe("label", label))

/** A message of one role: which blocks it may hold is a matter of who speaks. */
const message = (role: string, by: Check, blocks: Check): Check =>
  members(
    field("seq", ordinal),
    field("id", id),
    field("at", (value) => value === null || isPlainTime(value)),
    field("kind", one("message")),
    field("role", one(role)),
    field("speaker", by),
    maybe("responseId", text),
    maybe("maker", maker),
    maybe("stop", one("end", "tool-calls", "length")),
    field("blocks", all(blocks)),
    maybe("usage", usage),
    maybe("audience", one("surface")),
    maybe("derived", yes),
    field("origin", members(field("segment", segment), field("lines", range))),
  )

const agent = members(field("kind", one("agent")))
const messages: { readonly [role: string]: Check } = {
  user: message("user", speaker, textBlock),
  assistant: message("assistant", agent, (value) => toolCall(value) || textBlock(value) || reasoning(value)),
  tool: message("tool", members(field("kind", one("tool"))), toolResult),
}

/**
 * Whether an entry is one of those that long sessions are made of, valid, with its keys in the schema's order. A quick
 * yes only: what it does not know is left to the schema, which takes more than half as long as parsing the line.
 */
export const isPlain = (entry: Entry): boolean =>
  entry.kind === "message" && messages[entry.role]?.(entry) === true
