import fc from "fast-check"
import { expect, test } from "vitest"
import { byteOffsets, spans, unitOffset } from "./print.ts"

const pointers = (value: unknown, at = ""): readonly (readonly [string, unknown])[] => {
  const here = [[at, value]] as const
  if (Array.isArray(value))
    return [...here, ...value.flatMap((item, index) => pointers(item, `${at}/${index}`))]
  if (typeof value !== "object" || value === null) return here
  return [
    ...here,
    ...Object.entries(value).flatMap(([key, item]) =>
      pointers(item, `${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`),
    ),
  ]
}

test("every pointer of any JSON value has the span of exactly its text", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, "\t"), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      const table = spans(text)
      const all = pointers(JSON.parse(text))
      expect(table.count).toBe(all.length)
      for (const [pointer, item] of all) {
        const span = table.of(pointer)
        expect(span).toBeDefined()
        expect(JSON.parse(text.slice(span?.start, span?.end))).toEqual(item)
      }
    }),
  )
})

test("a pointer to nothing has no span", () => {
  const table = spans('{"a":[1,{"b":"x"}]}')
  for (const pointer of ["/b", "/a/2", "/a/01", "/a/1/b/0", "/a/-"]) expect(table.of(pointer)).toBeUndefined()
})

test("spliced text keeps its whitespace, and of a repeated key the last counts", () => {
  const text = '{"input": { "a" : 1,  "a" : 12345678901234567890 }, "z\\u0041":true}'
  const table = spans(text)
  const raw = (pointer: string): string | undefined => {
    const span = table.of(pointer)
    return span && text.slice(span.start, span.end)
  }
  expect(raw("/input")).toBe('{ "a" : 1,  "a" : 12345678901234567890 }')
  expect(raw("/input/a")).toBe("12345678901234567890")
  expect(raw("/zA")).toBe("true")
})

test("nesting beyond any call stack is read", () => {
  const depth = 200_000
  expect(spans("[".repeat(depth) + "]".repeat(depth)).count).toBe(depth)
})

test("nodes come in document order and know what holds them", () => {
  const text = '{"a":[1,2],"b":{"c":"d"}}'
  const table = spans(text)
  for (let node = 1; node < table.count; node += 1) {
    expect(table.start(node)).toBeGreaterThan(table.start(node - 1))
    expect(table.parent(node)).toBeLessThan(node)
    expect(table.inside(table.parent(node))).toContain(node)
  }
  expect(table.firstFrom(text.indexOf("2"))).toBe(table.node("/a/1"))
  expect(table.firstFrom(text.length)).toBe(table.count)
  expect(table.memberStart(table.node("/b/c") ?? 0)).toBe(text.indexOf('"c"'))
})

test("byte offsets agree with the encoder at every boundary, asked in any order", () => {
  const text = `é😀${"日本語 text ".repeat(9_000)}😀${"x".repeat(40_000)}`
  const offsets = byteOffsets(text)
  const encoder = new TextEncoder()
  for (const at of [70_000, 0, 1, 3, 16_383, 16_384, 16_385, 32_768, 99_000, text.length]) {
    const whole = (text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at + 1 : at
    expect(offsets(whole)).toBe(encoder.encode(text.slice(0, whole)).length)
  }
})

test("a unit of a string's value is found behind escapes", () => {
  const value = 'a"\n\u0001é😀b'
  const text = `  ${JSON.stringify(value)}`
  for (let unit = 0; unit <= value.length; unit += 1) {
    const at = unitOffset(text, 2, unit)
    expect(JSON.parse(`"${text.slice(3, at)}"`)).toBe(value.slice(0, unit))
  }
})
