import fc from "fast-check"
import { expect, test } from "vitest"
import { listOf, objectOf } from "#lib/record/json.ts"
import { elementSpans, memberSpans, placesOf, pointerOf, rawAt, rawOf, rootSpan, spanAt } from "./raw.ts"

/** JSON text of a value with white space wherever it may stand. */
const spaced = (value: unknown, space: () => string): string => {
  const gap = space()
  if (Array.isArray(value))
    return `[${gap}${value.map((item) => spaced(item, space) + space()).join(`,${gap}`)}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}${space()}:${gap}${spaced(item, space)}${space()}`,
  )
  return `{${gap}${members.join(`,${space()}`)}}`
}

const text = fc
  .tuple(
    fc.jsonValue({ maxDepth: 4 }),
    fc.array(fc.constantFrom("", " ", "\n", "\t", "\r\n  "), { minLength: 1 }),
  )
  .map(([value, gaps]) => {
    let at = 0
    return `${gaps[0] ?? ""}${spaced(value, () => gaps[at++ % gaps.length] ?? "")} `
  })

test("every span is the verbatim text of its value", () => {
  const check = (of: string, span: { readonly from: number; readonly to: number }, value: unknown): void => {
    expect(JSON.parse(rawOf(of, span))).toEqual(value)
    expect(rawOf(of, span).trim()).toBe(rawOf(of, span))
    for (const [index, element] of elementSpans(of, span).entries())
      check(of, element, listOf(value)?.[index])
    for (const { key, span: member } of memberSpans(of, span)) check(of, member, objectOf(value)?.[key])
  }
  fc.assert(
    fc.property(text, (of) => {
      const value: unknown = JSON.parse(of)
      check(of, rootSpan(of), value)
      if (Array.isArray(value)) expect(elementSpans(of, rootSpan(of))).toHaveLength(value.length)
      else if (typeof value === "object" && value !== null)
        expect(memberSpans(of, rootSpan(of))).toHaveLength(Object.keys(value).length)
    }),
  )
})

test("a path finds what JSON.parse would give, the last of members with one name", () => {
  const of = '{"a":1,"b":[0,{"c":"\\u0022]","a\\"":[ 1.10 ]}],"a":{"b" : -0}}'
  const places = placesOf(of)
  expect(rawAt(places, ["a"])).toBe('{"b" : -0}')
  expect(rawAt(places, ["a", "b"])).toBe("-0")
  expect(rawAt(places, ["b", 1, "c"])).toBe('"\\u0022]"')
  expect(rawAt(places, ["b", 1, 'a"', 0])).toBe("1.10")
  expect(rawAt(places, ["b", 2])).toBe("")
  expect(spanAt(places, ["a", "x", "y"])).toBeUndefined()
  expect(rawAt(places, [])).toBe(of)
})

test("depth and backslashes cost no more than their length", () => {
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`
  expect(elementSpans(deep, rootSpan(deep))).toHaveLength(1)
  const slashes = JSON.stringify(["\\".repeat(300_000), 'a"'.repeat(100_000), 1])
  expect(elementSpans(slashes, rootSpan(slashes)).map((span) => span.to - span.from)).toEqual([
    600_002, 300_002, 1,
  ])
})

test("a pointer escapes its names", () => {
  expect(pointerOf(["a/b", 0, "~"])).toBe("/a~1b/0/~0")
})
