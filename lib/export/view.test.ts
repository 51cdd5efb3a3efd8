import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parsed } from "#lib/record/json.ts"
import { finderOf, masked, secretOf, withoutSecrets } from "./secrets.ts"
import { viewsOf } from "./view.ts"

const without = (text: string, ...values: readonly string[]): string =>
  withoutSecrets(text, false, finderOf(values.map((value) => secretOf("r", "key", value))))

describe("what a scanner reads", () => {
  it("is a plain text as it stands", () =>
    expect(viewsOf("a {b} c", false).map(({ text }) => text)).toEqual(["a {b} c"]))
  it("is JSON with its escapes resolved", () =>
    expect(viewsOf(String.raw`{"a":"x\n\u0079\/z"}`, false)[0]?.text).toBe('{"a":"x\ny/z"}'))
  it("is lines of JSON each for itself, and what stands between them together", () =>
    expect(viewsOf('{"a":1}\none\ntwo\n[2]', false).map(({ text }) => text)).toEqual([
      '{"a":1}',
      "\none\ntwo\n",
      "[2]",
    ]))
})

describe("what goes", () => {
  it("is found as JSON writes it, and leaves JSON behind", () => {
    expect(without(String.raw`{"a":"x SE\/CR\u0045T y"}`, "SE/CRET")).toBe('{"a":"x [redacted: key] y"}')
    expect(without(String.raw`{"a":"-----BEGIN\nKEY"}`, '-----BEGIN\nKEY"}')).toBe('{"a":"[redacted: key]"}')
    expect(parsed(without('{"a":"12345678","b":["12345678"]}', '12345678","b":["12345678'))).toEqual({
      a: "[redacted: key]",
      "[redacted: key]": ["[redacted: key]"],
    })
  })
  it("is the longer one where one secret holds another", () =>
    expect(without("x ABCDEFGH y ABCD", "ABCD", "ABCDEFGH")).toBe("x [redacted: key] y [redacted: key]"))
  it("is no seal of a provider's own JSON", () => {
    const find = finderOf([secretOf("r", "key", "SECRET12")])
    const json = '{"type":"thinking","thinking":"SECRET12","signature":"a SECRET12 b"}'
    expect(withoutSecrets(json, true, find)).toBe(json.replace("SECRET12", "[redacted: key]"))
    expect(withoutSecrets('{"signature":"SECRET12"}', false, find)).toBe('{"signature":"[redacted: key]"}')
  })
})

it("JSON of any sort stays JSON of the same shape, and what was to go is gone", () => {
  const secret = 'S"E\\C\nR/E😀T'
  const strings = fc.oneof(fc.string({ unit: "binary" }), fc.constant(secret), fc.constant(`a ${secret} b`))
  const values = fc.jsonValue().map((value) => value)
  const objects = fc.dictionary(fc.string(), fc.oneof(strings, values))
  fc.assert(
    fc.property(objects, fc.constantFrom(undefined, 2), (object, space) => {
      const clean = without(JSON.stringify(object, null, space), secret)
      const read = parsed(clean)
      expect(Object.keys(read as object)).toEqual(
        Object.keys(object).map((key) => key.replaceAll(secret, "[redacted: key]")),
      )
      expect(JSON.stringify(read)).not.toContain(JSON.stringify(secret).slice(1, -1))
    }),
  )
})

it.each([
  ["short", "…"],
  ["twelve signs", "tw…ns"],
  ["ghp_0123456789abcdefghij", "ghp_…ghij"],
])("shows %j as %j", (value, shown) => expect(masked(value)).toBe(shown))
