import { expect, test } from "vitest"
import { clip, countLines, isWhole, oneLine } from "./clip.ts"

test("a short text is whole", () => {
  expect(clip("a\nb")).toEqual({ text: "a\nb", lines: 2, chars: 3 })
  expect(clip("")).toEqual({ text: "", lines: 0, chars: 0 })
  expect(isWhole(clip("a\n", { lines: 1, chars: 9 }))).toBe(false)
})

test("lines and characters both limit", () => {
  expect(clip("a\nb\nc\nd", { lines: 2, chars: 99 })).toEqual({ text: "a\nb", lines: 4, chars: 7 })
  expect(clip("abcdef", { lines: 2, chars: 4 }).text).toBe("abcd")
  expect(clip("a\nb", { lines: 2, chars: 99 }).text).toBe("a\nb")
})

test("no surrogate pair is cut", () => {
  expect(clip("a😀b", { lines: 1, chars: 2 }).text).toBe("a")
  expect(oneLine("x😀😀😀", 4)).toBe("x😀…")
})

test("lines are counted", () => {
  expect(["", "a", "a\n", "a\nb"].map(countLines)).toEqual([0, 1, 2, 2])
})

test("a title is one line of visible characters", () => {
  expect(oneLine("  a\u202e\n\n\tb\u0000c ", 20)).toBe("a b c")
})

test("a long line counts as the lines that it takes", () => {
  expect(clip("abcdefgh\nij", { lines: 2, chars: 99, columns: 4 }).text).toBe("abcdefgh")
  expect(clip("abcdefghij\nk", { lines: 2, chars: 99, columns: 4 }).text).toBe("abcdefgh")
  expect(clip("a\n\nb", { lines: 3, chars: 99, columns: 4 }).text).toBe("a\n\nb")
})
