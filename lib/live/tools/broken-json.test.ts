import fc from "fast-check"
import { expect, it } from "vitest"
import { brokenAt } from "./broken-json.ts"

it.each([
  ['{"a":1 2}', 7],
  ['{"a":1,}', 7],
  ["[1,,2]", 3],
  ["[1,]", 3],
  ['{"a" 1}', 5],
  ["{a:1}", 1],
  ['{"a":tru}', 5],
  ['{"a":01}', 5],
  ['{"a":"x\ny"}', 5],
  ['{"a":[1}', 7],
  ["[] []", 3],
  ["1 2", 2],
  ["// a\n{}", 0],
  ["{", 1],
  ["", 0],
])("finds where %j breaks", (json, at) => {
  expect(brokenAt(json)).toBe(at)
})

it("goes through to the end of what is JSON, and of any beginning of it that ends between tokens", () => {
  const spaced = fc
    .tuple(fc.jsonValue(), fc.constantFrom(0, 1))
    .map(([value, n]) => JSON.stringify(value, null, n))
  fc.assert(
    fc.property(spaced, (json) => {
      expect(brokenAt(json)).toBe(json.length)
    }),
  )
  fc.assert(
    fc.property(spaced, fc.nat(), (json, n) => {
      const ends = [...json.matchAll(/[[\]{},:]/g)].map(({ index }) => index + 1)
      const end = ends[n % Math.max(1, ends.length)] ?? 0
      const outside = [...json.slice(0, end).matchAll(/(?<!\\)(?:\\\\)*"/g)].length % 2 === 0
      if (outside) expect(brokenAt(json.slice(0, end))).toBe(end)
    }),
  )
})
