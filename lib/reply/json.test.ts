import fc from "fast-check"
import { expect, it } from "vitest"
import { objectText, partsOf, rawAt, sumOf } from "./json.ts"

const spaced = fc.tuple(fc.jsonValue(), fc.constantFrom("", " ", "\n\t"))

it("gives each part of a value as it is written", () =>
  fc.assert(
    fc.property(spaced, ([value, space]) => {
      const json = `${space}${JSON.stringify(value, null, space)}${space}`
      const parts = partsOf(json)
      const expected = typeof value === "object" && value !== null ? Object.entries(value) : []
      expect(parts.map(({ key, json: own }) => [String(key), JSON.parse(own)])).toEqual(
        expected.map(([key, own]) => [key, JSON.parse(JSON.stringify(own))]),
      )
      for (const part of parts) expect(json).toContain(part.json)
    }),
  ))

it("finds a value by its path, numbers and white space untouched, the last of one name", () => {
  const json =
    '{"a": [ {"b\\"\\\\": 1.10 }, "x\\\\" ], "a2": {}, "a": [ {"b": { "z" : 12345678901234567890 } } ]}'
  expect(rawAt(json, "a", 0, "b")).toBe('{ "z" : 12345678901234567890 }')
  expect(rawAt(json, "a", 1)).toBeUndefined()
  expect(rawAt(json, "a2", "b")).toBeUndefined()
  expect(rawAt('[ "x\\\\" , "\\"" ]', 1)).toBe('"\\""')
})

it("writes parts as an object", () =>
  expect(objectText(partsOf('{"a":1, "b" : [ 2 ]}'))).toBe('{"a":1,"b":[ 2 ]}'))

it("adds only what is known", () => {
  expect(sumOf(1, undefined, 2)).toBe(3)
  expect(sumOf(undefined, "x", -1)).toBeUndefined()
})
