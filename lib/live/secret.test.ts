import { inspect } from "node:util"
import { describe, expect, test } from "vitest"
import { Secret } from "./secret.ts"

const text = "sk-test-0123456789abcdef"
const secret = new Secret(text)

describe("a secret", () => {
  test("gives its text only when asked to", () => expect(secret.reveal()).toBe(text))

  test.each([
    ["JSON", JSON.stringify({ secret, list: [secret] })],
    ["a template", `${secret}`],
    ["adding", `x${String(secret)}`],
    ["inspect", inspect({ deep: { secret } }, { depth: null, showHidden: true })],
    ["entries", JSON.stringify(Object.entries(secret)) + JSON.stringify({ ...secret })],
    ["a clone", JSON.stringify(structuredClone({ secret }))],
  ])("is not in %s", (_, shown) => expect(shown).not.toContain(text.slice(0, 6)))

  test("prints as [secret]", () => {
    expect(JSON.stringify({ secret })).toBe('{"secret":"[secret]"}')
    expect(`${secret}`).toBe("[secret]")
    expect(inspect(secret)).toBe("[secret]")
  })
})

describe("others' words", () => {
  test.each([
    [`Incorrect API key provided: ${text}.`, "Incorrect API key provided: [secret]"],
    ["Incorrect API key provided: sk-te***cdef. See", "Incorrect API key provided: [secret] See"],
    ["wrong key sk-te...cdef!", "wrong key [secret]"],
    ["wrong key sk…cdef", "wrong key [secret]"],
    ['{"key":"89abcdef"}', '{"key":"[secret]"}'],
    ["Bearer%20sk-test-01", "[secret]"],
    ["The model gpt-x does not exist... sorry", "The model gpt-x does not exist... sorry"],
    ["  spaces   stay ", "  spaces   stay "],
  ])("%s", (said, shown) => expect(secret.censor(said)).toBe(shown))

  test("hide a short secret whole", () =>
    expect(new Secret("abc").censor("key abc no")).toBe("key [secret] no"))
})
