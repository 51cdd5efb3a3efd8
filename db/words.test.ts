import { expect, test } from "vitest"
import { indexed, terms } from "./words.ts"

const wordsOf = (text: string): readonly string[] => indexed(text).flatMap((part) => part.words.split(" "))

test("words are folded, cut and parted at humps", () => {
  expect(wordsOf("getUserName read_file ＡＢＣ")).toEqual([
    "getusername",
    "username",
    "name",
    "read",
    "file",
    "abc",
  ])
})
test("scripts without spaces give pairs and their last character", () => {
  expect(wordsOf("東京都x")).toEqual(["東京", "京都", "都", "x"])
})
test("terms", () => {
  expect(terms('"foo bar" 東京 猫 read_file →')).toEqual([
    { text: "foo bar", query: "'foo' & 'bar':*" },
    { text: "東京", query: "'東京'" },
    { text: "猫", query: "'猫':*" },
    { text: "read_file", query: "'read' & 'file':*" },
    { text: "→", query: null },
  ])
})
