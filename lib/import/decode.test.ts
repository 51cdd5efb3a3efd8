import { expect, test } from "vitest"
import { decodeLine, linesOf } from "./decode.ts"

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part)))),
  )

const texts = (of: Uint8Array) => [...linesOf(of)]

test("lines without their feeds; behind the last feed stands no line", () => {
  expect(texts(bytes("a\n\nb"))).toEqual([{ text: "a" }, { text: "" }, { text: "b" }])
  expect(texts(bytes("a\n"))).toEqual([{ text: "a" }])
  expect(texts(bytes("\n"))).toEqual([{ text: "" }])
  expect(texts(bytes(""))).toEqual([])
  expect(texts(bytes("a\r\nΔ\u2028b"))).toEqual([{ text: "a\r" }, { text: "Δ\u2028b" }])
})

test("a byte order mark is taken off the first line, and bytes that are no UTF-8 are told", () => {
  expect(texts(bytes("\uFEFFa\n\uFEFFb"))).toEqual([
    { text: "a", repaired: "byte-order-mark" },
    { text: "\uFEFFb" },
  ])
  expect(texts(bytes("a", [0xff], "\nok"))).toEqual([
    { text: "a\uFFFD", repaired: "utf8-invalid" },
    { text: "ok" },
  ])
  expect(decodeLine(bytes([0xed, 0xa0, 0x80]))).toMatchObject({ repaired: "utf8-invalid" })
  expect(decodeLine(bytes("\uFFFD"))).toEqual({ text: "\uFFFD" })
})
