import { describe, expect, it } from "vitest"
import type { ResultContent } from "#lib/record/block.ts"
import { call } from "#lib/record/build.ts"
import { answer } from "./answer.ts"
import { givenOf } from "./arguments.ts"
import { capped, contentOf } from "./content.ts"

const text = (words: string): ResultContent => ({ kind: "text", text: words })
const of = (given: unknown) => contentOf(answer.parse(given))

describe("what a server answered", () => {
  it("stands as its own JSON where it is of no kind here, or not what it says it is", () => {
    const parts = [
      { type: "video", data: "AAAA" },
      { type: "image", data: "no base64!", mimeType: "image/png" },
      { type: "text" },
      "words",
      { type: "resource", resource: { uri: "x://y" } },
    ]
    expect(of({ content: parts })).toEqual({
      content: parts.map((part) => text(JSON.stringify(part))),
      objects: [],
    })
  })

  it("may be nothing", () => expect(of({})).toEqual({ content: [], objects: [] }))

  it("is told again by its structure only where no text says the same", () => {
    const structuredContent = { a: [1, { b: null }] }
    expect(
      of({ content: [{ type: "text", text: '{ "a": [1, {"b": null}] }' }], structuredContent }).content,
    ).toEqual([text('{ "a": [1, {"b": null}] }')])
    expect(of({ content: [{ type: "text", text: "a is 1" }], structuredContent }).content).toEqual([
      text("a is 1"),
      text('{"a":[1,{"b":null}]}'),
    ])
  })
})

describe("a cap on a result's text", () => {
  const content = [text("abcd"), { kind: "image", url: "x", mediaType: "image/png" } as const, text("efgh")]

  it("leaves what is short enough as it is", () => {
    expect(capped(content, 8)).toBe(content)
    expect(capped([], 1)).toEqual([])
  })

  it("counts over all texts, keeps pictures, and says how much was cut", () => {
    expect(capped(content, 6)).toEqual([
      content[0],
      content[1],
      text("ef"),
      text("[2 more characters were cut here: this panel keeps 6 characters of a result.]"),
    ])
    expect(capped(content, 4)).toHaveLength(3)
  })

  it("parts no character", () => {
    expect(capped([text("ab\u{1f600}")], 3)).toEqual([text("ab"), expect.objectContaining({ kind: "text" })])
  })
})

describe("arguments", () => {
  const given = (json: string) => givenOf(call("c1", "t", json))

  it.each(['{"a":1}', " {} ", "", "\n", '{"n":9007199254740992,"s":"9007199254740993","f":1e30,"g":0.1}'])(
    "%j are handed on",
    (json) => {
      expect(given(json)).toEqual({ ok: true, value: json.trim() === "" ? {} : JSON.parse(json) })
    },
  )

  it.each(['{"a":', "[]", "null", '"{}"', "1", "rm -rf"])("%j are no JSON object", (json) => {
    expect(given(json)).toMatchObject({ ok: false, why: expect.stringContaining("not a JSON object") })
  })

  it("of free text are none", () => {
    expect(givenOf({ ...call("c1", "t", "{}"), form: "custom" })).toMatchObject({ ok: false })
  })

  it.each(["9007199254740993", "-9007199254740993", "123456789012345678901"])(
    "with %s, which would become another number, are refused",
    (number) => {
      expect(given(`{"ids":[1,${number}],"s":"\\"1"}`)).toMatchObject({
        ok: false,
        why: expect.stringContaining(`the number ${number},`),
      })
    },
  )
})
