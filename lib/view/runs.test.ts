import fc from "fast-check"
import { expect, test } from "vitest"
import { runs } from "./runs.ts"

test("runs of a plain text are that text, however it is cut", () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 40 }),
      fc.nat(40),
      fc.nat(40),
      fc.string({ minLength: 1, maxLength: 2 }),
      (text, a, b, word) => {
        const changed = { from: Math.min(a, b), to: Math.max(a, b) }
        const plain = text.replace(/[^\x20-\x7e]/g, "")
        expect(
          runs(plain, changed, [word.toLowerCase()])
            .map((run) => run.text)
            .join(""),
        ).toBe(plain)
      },
    ),
  )
})

test("found words and changed stretches are told apart", () => {
  const shown = runs("One two ONE", { from: 4, to: 7 }, ["one"]).map(({ text, changed, found }) => [
    text,
    changed,
    found,
  ])
  expect(shown).toEqual([
    ["One", false, true],
    [" ", false, false],
    ["two", true, false],
    [" ", false, false],
    ["ONE", false, true],
  ])
})

test("no run shows a character that hides, reorders or acts, however many there are", () => {
  const hostile = "a\u202e\u001b[31mb\u0000".repeat(500)
  const shown = runs(hostile, { from: 3, to: 2_000 }, ["b"])
    .map((run) => run.text)
    .join("")
  for (const bad of ["\u0000", "\u001b", "\u202e"]) expect(shown).not.toContain(bad)
})
