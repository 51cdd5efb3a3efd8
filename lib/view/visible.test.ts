import fc from "fast-check"
import { expect, test } from "vitest"
import { visible } from "./visible.ts"

const back = (text: string): string =>
  visible(text)
    .map((piece) => ("raw" in piece ? piece.raw : piece.text))
    .join("")

test("pieces are the whole text, whatever it holds", () => {
  const unit = fc.oneof(
    fc.constantFrom(
      "\u001b[31m",
      "\u001b[0m",
      "\u001b[2K",
      "\u001b]8;;http://x\u0007",
      "\u202e",
      "\ud800",
      "\u0000",
      "a\nb\t",
      "日本😀",
    ),
    fc.string({ unit: "binary", maxLength: 4 }),
  )
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 30 }), (parts) => {
      expect(back(parts.join(""))).toBe(parts.join(""))
    }),
  )
})

test("terminal colours become ink, and their codes stay named", () => {
  expect(visible("\u001b[1;31mred\u001b[0m plain")).toEqual([
    { raw: "\u001b[1;31m", mark: "ESC[1;31m" },
    { text: "red", ink: { bold: true, colour: "red" } },
    { raw: "\u001b[0m", mark: "ESC[0m" },
    { text: " plain" },
  ])
  expect(visible("\u001b[38;5;196mx")[1]).toEqual({ text: "x" })
  expect(visible("\u001b[92m\u001b[39mx").at(-1)).toEqual({ text: "x" })
})

test("what hides or reorders is named; what joins emoji and letters is not", () => {
  expect(visible("a\u202eb")).toEqual([{ text: "a" }, { raw: "\u202e", mark: "U+202E" }, { text: "b" }])
  expect(visible("x\r\n")).toEqual([{ text: "x" }, { raw: "\r", mark: "CR" }, { text: "\n" }])
  expect(visible("\ud83d!")).toEqual([{ raw: "\ud83d", mark: "U+D83D" }, { text: "!" }])
  expect(visible("👨‍👩‍👧")).toEqual([{ text: "👨‍👩‍👧" }])
})

test("no text makes more pieces than a row can bear", () => {
  const hostile = "\u001b[31mx".repeat(50_000)
  expect(visible(hostile).length).toBeLessThan(130)
  expect(visible(hostile).some((piece) => "text" in piece && piece.text.includes("\u001b"))).toBe(false)
})
