import { describe, expect, test } from "vitest"
import { parseCut, peek } from "./peek.ts"

describe("JSON that ends anywhere", () => {
  const text = '{"a": [1, {"b": "x\\"y", "c": null}, true], "d": {"e": "long text", "f": [ ]}, "g": -1.5e3}'
  test("never throws, and what is complete is there", () => {
    for (let end = 1; end <= text.length; end++) {
      const value = parseCut(text.slice(0, end))
      expect(typeof value).toBe("object")
    }
    expect(parseCut(text.slice(0, text.indexOf(", true")))).toEqual({ a: [1, { b: 'x"y', c: null }] })
    expect(parseCut(text.slice(0, text.indexOf("text")))).toEqual({
      a: [1, { b: 'x"y', c: null }, true],
      d: {},
    })
    expect(parseCut(text)).toEqual(JSON.parse(text))
  })
  test("what is no JSON is undefined", () => {
    for (const other of ["", "hello", "<html>", "{]"]) expect(parseCut(other)).toBeUndefined()
  })
  test("a string of many escapes takes no more than its length", () => {
    const long = `{"a":"${"\\\\".repeat(100_000)}`
    expect(parseCut(long)).toEqual({})
  })
})

describe("lines or document", () => {
  const look = (text: string, whole = true) => peek({ text, whole, name: "x" })
  test("a document over several lines is no list of lines", () => {
    expect(look('[\n{"a":1},\n{"b":2}\n]').lines).toEqual([])
    expect(look('{\n  "a": {}\n}').root).toEqual({ a: {} })
  })
  test("lines stay lines where some are broken", () => {
    expect(look('oops\n{"a":1}\n\n{"b":2}\n').lines).toEqual([{ a: 1 }, { b: 2 }])
    expect(look('{"a":1}\n{"b":2,"c":"cu', false).lines).toEqual([{ a: 1 }, { b: 2 }])
  })
  test("one line is both", () => {
    expect(look('\uFEFF{"a":1}\n')).toEqual({ root: { a: 1 }, lines: [{ a: 1 }] })
  })
})
