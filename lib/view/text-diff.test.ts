import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { rawLines } from "./raw-lines.ts"
import { type DiffLine, textDiff } from "./text-diff.ts"

const side = (lines: readonly DiffLine[], of: "before" | "now"): string =>
  lines
    .map((line) =>
      line.is === "same" ? line.line.text : (line[of]?.bits ?? []).map(({ text }) => text).join(""),
    )
    .join("")

const differing = (lines: readonly DiffLine[], of: "before" | "now"): readonly string[] =>
  lines.flatMap((line) =>
    line.is === "same" ? [] : (line[of]?.bits ?? []).flatMap(({ text, differs }) => (differs ? [text] : [])),
  )

describe("a JSON text in lines", () => {
  it("stands at its values and behind its escaped line feeds, and is not re-encoded", () => {
    const text = JSON.stringify({
      role: "user",
      content: [
        { type: "text", text: "one\ntwo\\nthree", more: "and so on for a while so that it is long enough" },
      ],
    })
    expect(rawLines(text).map((line) => `${" ".repeat(line.depth)}${line.text}`)).toEqual([
      "{",
      ' "role":"user",',
      ' "content":[',
      "  {",
      '   "type":"text",',
      '   "text":"one\\n',
      '    two\\\\nthree",',
      '   "more":"and so on for a while so that it is long enough"',
      "  }",
      " ]",
      "}",
    ])
    expect(rawLines('{"a":1}')).toEqual([{ text: '{"a":1}', depth: 0 }])
  })

  it("is cut inside a long string, but not inside a character", () => {
    const text = JSON.stringify("🇯🇵".repeat(300))
    expect(rawLines(text).length).toBeGreaterThan(2)
    for (const { text: line } of rawLines(text)) expect(line.isWellFormed()).toBe(true)
  })
})

describe("two texts", () => {
  it("differ in the characters that differ", () => {
    const text = (day: string): string =>
      JSON.stringify({
        type: "text",
        text: `You are careful.\nIt is ${day}.\nBe brief, and so on and so on for a while.`,
      })
    const lines = textDiff(text("Monday"), text("Tuesday"))
    expect(differing(lines, "before")).toEqual(["Mon"])
    expect(differing(lines, "now")).toEqual(["Tues"])
    expect(lines.filter(({ is }) => is === "other")).toHaveLength(1)
  })

  it("are told in stretches that can be read, not letter by letter", () => {
    const lines = textDiff('"completely other words"', '"nothing that is alike"')
    expect(differing(lines, "now").length).toBeLessThan(5)
  })

  it("that have little in common are held against each other at no great cost", () => {
    const big = (word: string): string =>
      JSON.stringify(Array.from({ length: 6_000 }, (_, n) => `${word} ${n * 7}`))
    const lines = textDiff(big("one"), big("other"))
    expect(side(lines, "now")).toBe(big("other"))
  })

  it("make each side whole again", () => {
    const value = fc.jsonValue({ maxDepth: 4, stringUnit: "binary" })
    const words = fc.array(fc.constantFrom("a", "look", "at", "\n", "the", "tree", '"', "\\", "日本", "🇯🇵"), {
      maxLength: 40,
    })
    const text = fc.oneof(
      value.map((each) => JSON.stringify(each)),
      words.map((each) => JSON.stringify({ text: each.join(" "), type: "text" })),
      fc.string(),
    )
    fc.assert(
      fc.property(text, text, (before, now) => {
        const lines = textDiff(before, now)
        expect(side(lines, "before")).toBe(before)
        expect(side(lines, "now")).toBe(now)
      }),
      { numRuns: 400 },
    )
  })
})
