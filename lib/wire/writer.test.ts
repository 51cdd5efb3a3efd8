import fc from "fast-check"
import { expect, test } from "vitest"
import { joined, kept, rope, wireOf } from "./rope.ts"
import { array, json, type Piece, quoted, raw, runs, sheet, withMember, write } from "./writer.ts"

const claim = { how: "carried", from: { block: "1.0" } } as const
const other = { how: "made", reason: "label-line" } as const

const written = (piece: Piece) => {
  const on = sheet()
  write(on, piece, "/p")
  return { text: wireOf(on.rope, rope()).text(), crossings: on.crossings }
}

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ unit: "grapheme-ascii", maxLength: 300 }),
  fc.constantFrom(
    '"',
    "\\",
    "\u007f",
    "\u0080",
    "\u2028",
    "\n".repeat(97),
    "é".repeat(5000),
    "\u001b[31m".repeat(3000),
    "\u0001".repeat(70_000),
  ),
)

test("writes text as JSON.stringify does", () => {
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      expect(written(array(texts.map((each) => quoted(each)))).text).toBe(JSON.stringify(texts))
    }),
  )
})

test("writes the runs of a string as one string, each in its place", () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), (texts) => {
      const list = texts.map((each, index) => ({
        text: each,
        claim: index % 2 === 0 ? claim : other,
        ...(index === 0 ? {} : { gap: "\n\n" }),
      }))
      const found = written(runs(list))
      const whole = texts.join("\n\n")
      expect(found.text).toBe(JSON.stringify(whole))
      const places = found.crossings.flatMap(({ at }) => at).toSorted((a, b) => (a.from ?? 0) - (b.from ?? 0))
      expect(places.map(({ from, to }) => whole.slice(from, to)).join("\n\n")).toBe(whole)
    }),
  )
})

test("shows a rope as it was when it grows, and digests what it holds", () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 2 }), (texts) => {
      const on = sheet()
      const shown = texts.map((each) => {
        write(on, quoted(each), "")
        return wireOf(on.rope, rope())
      })
      const all = texts.map((each) => JSON.stringify(each))
      expect(shown.map((wire) => wire.text())).toEqual(all.map((_, at) => all.slice(0, at + 1).join("")))
      const twice = joined(on.rope, on.rope)
      expect(wireOf(twice, rope()).text()).toBe(all.join("").repeat(2))
      const whole = wireOf(on.rope, twice)
      for (const most of [0, 1, on.rope.length, on.rope.length + 1, whole.length + 1]) {
        expect(Buffer.compare(whole.beginning(most), whole.bytes().subarray(0, most))).toBe(0)
        expect(Buffer.compare(whole.rest(most), whole.bytes().subarray(most))).toBe(0)
      }
      for (const wire of shown) {
        expect([kept(wire, whole), kept(whole, wire)]).toEqual([wire.length, wire.length])
        expect(kept(wire, wireOf(twice, rope()))).toBe(0)
      }
    }),
  )
})

test("writes a form as it stands, values in their places", () => {
  const piece = json(claim)`{"a/b":${"x"},"in":{"list":${array([raw("1", other), quoted("y", other)])}}}`
  expect(written(piece)).toEqual({
    text: '{"a/b":"x","in":{"list":[1,"y"]}}',
    crossings: [
      { ...claim, at: [{ pointer: "/p" }] },
      { ...other, at: [{ pointer: "/p/in/list/0" }] },
      { ...other, at: [{ pointer: "/p/in/list/1" }] },
    ],
  })
})

test("leaves a form without a claim to the first crossing inside", () => {
  const piece = json()`{"text":${runs([{ text: "x", claim }])}}`
  expect(written(piece).crossings).toEqual([
    { ...claim, at: [{ pointer: "/p/text", from: 0, to: 1 }, { pointer: "/p" }] },
  ])
})

test("adds a member at the end of an object", () => {
  const member = { key: "k", json: "true", claim: other }
  for (const piece of [json(claim)`{"a":${"}"}}`, raw('{"a":"}"}', claim)])
    expect(written(withMember(piece, member))).toEqual({
      text: '{"a":"}","k":true}',
      crossings: [
        { ...claim, at: [{ pointer: "/p" }] },
        { ...other, at: [{ pointer: "/p/k" }] },
      ],
    })
})

test("writes a string of very many runs", () => {
  const list = Array.from({ length: 200_000 }, () => ({ text: "x", claim }))
  const found = written(runs(list))
  expect(found.text).toBe(`"${"x".repeat(list.length)}"`)
  expect(found.crossings.map(({ at }) => at.length)).toEqual([list.length])
})
