import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { bodyOf, leafFrom, nodeAt, pointerOf, unitsBefore } from "./body.ts"
import { cutBetween } from "./compare.ts"
import { excerptAt } from "./excerpt.ts"
import { sectionsOf } from "./order.ts"

const read = (json: string) => bodyOf(Buffer.from(json))

/** The pointer of a cut, and what stands in the later body from it on. */
const cut = (before: string, now: string, tail?: number): string | undefined => {
  const [old, young] = [read(before), read(now)]
  const found = cutBetween(old, young, sectionsOf("messages", old, young), tail)
  return found === undefined ? undefined : `${found.pointer} ${now.slice(found.now, found.now + 5)}`
}

const body = (messages: string, rest = ""): string => `{"model":"m",${rest}"messages":[${messages}]}`
const said = (text: string, more = ""): string =>
  `{"role":"user","content":[{"type":"text","text":"${text}"${more}}]}`
const mark = ',"cache_control":{"type":"ephemeral"}'

describe("a later request extends an earlier one", () => {
  it.each([
    ["that it equals", body(said("a")), body(said("a"))],
    ["with one more message", body(said("a")), body(`${said("a")},${said("b")}`)],
    [
      "with one more part",
      body(said("a")),
      body('{"role":"user","content":[{"type":"text","text":"a"},{}]}'),
    ],
    ["with more text", body(said("a")), body(said("ab"))],
    [
      "whose last text became the first of a list",
      body('{"content":"a"}'),
      body('{"content":[{"text":"ab"},{}]}'),
    ],
    ["from nothing", body(""), body(said("a"))],
    ["with its mark elsewhere", body(said("a", mark)), body(`${said("a")},${said("b", mark)}`)],
    [
      "in another order of fields",
      '{"system":"s","model":"m","messages":[]}',
      '{"model":"m","system":"s","messages":[]}',
    ],
  ])("%s", (_, before, now) => expect(cut(before, now)).toBeUndefined())

  it("but for what was made at its end", () => {
    const [before, now] = [body(`${said("a")},${said("made")}`), body(`${said("a")},${said("real")}`)]
    expect(cut(before, now, before.indexOf("a") + 2)).toBeUndefined()
    expect(cut(before, now)).toBeDefined()
  })
})

describe("it is cut", () => {
  it.each([
    ["by another text", body(said("é1")), body(said("é2")), '/messages/0/content/0/text 2"}]}'],
    [
      "by more text that is not at the end",
      body(`${said("a")},${said("b")}`),
      body(`${said("ab")},${said("b")}`),
      '/messages/0/content/0/text b"}]}',
    ],
    ["by a message that is gone", body(`${said("a")},${said("b")}`), body(said("a")), "/messages/1 ]}"],
    ["by a new field", body(said("a")), body(said("a"), '"system":"s",'), '/system "syst'],
    ["by a field that is gone", body(said("a"), '"system":"s",'), body(said("a")), "/system }"],
    [
      "by whitespace in spliced JSON",
      body('{"input":{"a":1}},{}'),
      body('{"input":{"a": 1}},{}'),
      "/messages/0/input  1}},",
    ],
    ["by text of another kind", "no JSON at all", "no json at all", " json "],
  ])("%s", (_, before, now, place) => expect(cut(before, now)).toBe(place))

  it("in tools before the system text, whatever stands first", () => {
    const [before, now] = ["1", "2"].map((n) => body("", `"system":"${n}","tools":[{"name":"${n}"}],`))
    expect(cut(before ?? "", now ?? "")).toMatch(/^\/tools\/0\/name 2/)
  })

  it("by a mark that is an argument's own", () => {
    const call = (value: string) => body(`{"content":[{"input":{"cache_control":"${value}"}}]},{}`)
    expect(cut(call("a"), call("b"))).toMatch(/^\/messages\/0\/content\/0\/input\/cache_control b/)
  })

  it("in arguments that nest beyond any call stack", () => {
    const deep = (inmost: string) => body(`${"[".repeat(50_000)}${inmost}${"]".repeat(50_000)},{}`)
    expect(cut(deep("1"), deep("2"))).toBe(`/messages${"/0".repeat(63)} 2]]]]`)
  })
})

it("places of values are those that JSON has, at every offset", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const read = bodyOf(Buffer.from(JSON.stringify(value)))
      for (let offset = 0; offset < read.text.length; offset++) {
        const node = nodeAt(read, offset)
        expect(read.spans.start(node)).toBeLessThanOrEqual(Math.max(offset, read.spans.start(0)))
        expect(read.spans.node(pointerOf(read, node))).toBe(node)
        expect(leafFrom(read, offset)).toBeGreaterThanOrEqual(offset)
      }
    }),
  )
})

it("counts units of a string behind its escapes", () => {
  const text = '"a\\n\\u0001\\"b"'
  expect([0, 1, 2, 4, 10, 12, 13].map((at) => unitsBefore(text, 0, at))).toEqual([0, 0, 1, 2, 3, 4, 5])
})

it("cuts excerpts on characters, wherever they are asked for", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), fc.nat(400), (text, at) => {
      const bytes = Buffer.from(text)
      const { before, from } = excerptAt(bytes, at)
      expect(text).toContain(before + from)
      expect(Buffer.byteLength(before)).toBeLessThanOrEqual(40)
      expect(Buffer.byteLength(from)).toBeLessThanOrEqual(44)
    }),
  )
})
