import { isJson, type JsonForm, jsonPlaceholder } from "./json.ts"
import { placeholders } from "./placeholder.ts"

/** What stands for each sort of a record's strings. Equal strings have equal stand-ins, whatever they are stored as. */
export type CaseWords = {
  /** Words, ids, seals; JSON in its own shape, with other keys, strings and numbers. */
  readonly text: (text: string) => string
  /** A tool's name, word by word, so that names that are made of one another still are. */
  readonly name: (name: string) => string
  /** A provider's own JSON: its keys and types are its language and stay. */
  readonly native: (json: string) => string
  /** A tool's schema: the words of JSON Schema stay. */
  readonly schema: (json: string) => string
}

/** Keys whose values name a kind of thing in a provider's JSON. */
const kinds = new Set(["type", "role", "status"])

const schemaWords = new Set(
  "type properties required items enum const description title default format pattern minimum maximum minLength maxLength minItems maxItems additionalProperties anyOf oneOf allOf not $schema $ref $defs definitions object string number integer boolean array null".split(
    " ",
  ),
)

export const caseWords = (): CaseWords => {
  const placeholder = placeholders()
  const number = (digits: string): string => (/e/i.test(digits) ? digits : placeholder(digits))
  const name = (given: string): string =>
    given.replaceAll(/^mcp(?=__)|[\p{L}\p{N}\p{M}]+/gu, (word, at: number) =>
      at === 0 && word === "mcp" ? word : placeholder(word),
    )
  const asText: JsonForm = { number, string: (value) => text(value), key: (key) => placeholder(key) }
  const text = (given: string): string =>
    isJson(given) ? jsonPlaceholder(given, asText) : placeholder(given)
  const asNative: JsonForm = {
    number,
    key: (key, above) => (above[0] === "input" ? placeholder(key) : key),
    string: (value, keys) => {
      const key = keys.at(-1) ?? ""
      if (keys[0] === "input" && keys.length > 1) return text(value)
      if (key === "name") return name(value)
      return kinds.has(key) ? value : text(value)
    },
  }
  const asSchema: JsonForm = {
    number: (digits) => digits,
    key: (key) => (schemaWords.has(key) ? key : placeholder(key)),
    string: (value, keys) => (keys.at(-1) === "type" && schemaWords.has(value) ? value : text(value)),
  }
  const shaped = (form: JsonForm) => (json: string) =>
    isJson(json) ? jsonPlaceholder(json, form) : placeholder(json)
  return { text, name, native: shaped(asNative), schema: shaped(asSchema) }
}
