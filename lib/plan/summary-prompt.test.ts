import { expect, it } from "vitest"
import {
  agent,
  answer,
  call,
  compaction,
  type Draft,
  failure,
  header,
  reasoning,
  record,
  text,
  tools,
  user,
} from "#lib/record/build.ts"
import { cutFor } from "./compaction.ts"
import { clipped } from "./preview.ts"
import { redact, type Secrets } from "./redact.ts"
import { promptTexts, promptUnits, summaryPrompt } from "./summary-prompt.ts"

const noSecrets: Secrets = () => []

const promptOf = (drafts: readonly Draft[], secrets: Secrets = noSecrets) => {
  const { entries } = record(...drafts)
  const cut = cutFor(entries, 0)
  if (!cut.ok) throw new Error("nothing to cut")
  return { ...summaryPrompt(entries, cut.value, secrets), texts: promptTexts(cut.value) }
}

/** Knows one word as a secret. */
const hiding =
  (word: string): Secrets =>
  (whole) =>
    [...whole.matchAll(new RegExp(word, "g"))].map(({ index }) => ({
      from: index,
      to: index + word.length,
      rule: "test-key",
    }))

const talk = [
  user("go\n\n on"),
  agent([reasoning("hm", "SIGNATURE"), text("I look"), call("toolu_1", "bash", '{"command":"ls"}')]),
  { kind: "permission", callId: "toolu_1", action: "allowed", by: "human", risk: "writes" },
  tools(failure("toolu_1", "no such file")),
] satisfies readonly Draft[]

it("says one line an entry: calls with id and name, results with status, permissions with risk, thinking marked", () => {
  const lines = promptOf(talk).text.split("\n").slice(-4)
  expect(lines).toEqual([
    "1 user: go on",
    '2 assistant: thinking: hm | I look | call toolu_1 bash {"command":"ls"}',
    "3 permission: call toolu_1 allowed, risk writes",
    "4 tool: result toolu_1 bash error no such file",
  ])
})

it("holds no signature and nothing of the principal", () => {
  const principal = { agent: "agent-47", account: "acct-47", uid: 47, mode: "resident" } as const
  const { text: prompt } = promptOf([
    header({ system: "SYSTEM", principal: { ...principal, node: "node-47" } } as never),
    ...talk,
  ])
  for (const word of ["SIGNATURE", "SYSTEM", "agent-47", "acct-47", "node-47"])
    expect(prompt).not.toContain(word)
})

it("leaves out secrets of inputs, outputs, text and older summaries, before anything is cut", () => {
  const key = "sk-secret-4711"
  const padding = "x".repeat(232)
  const drafts = [
    user(`${padding} ${key}`),
    agent("a"),
    compaction(`use ${key}`, [1, 2]),
    agent([text(key), reasoning(key), call("a", "bash", `{"key":"${key}"}`)]),
    tools(answer("a", `KEY=${key}`)),
  ]
  const prompt = promptOf(drafts, hiding(key))
  expect(prompt.text).not.toContain("sk-sec")
  expect(prompt.text).toContain("[redacted: test-key]")
  expect(prompt.omitted).toBe(5)
  for (const whole of [key, `use ${key}`, `KEY=${key}`, `{"key":"${key}"}`])
    expect(prompt.texts).toContain(whole)
  expect(promptOf(drafts.slice(0, 2), hiding(key)).text).not.toContain("sk-sec")
})

it("leaves out a key whose slashes JSON escapes", () => {
  const prompt = promptOf(
    [user("go"), agent([call("a", "bash", '{"key":"sk\\/secret"}')])],
    hiding("sk/secret"),
  )
  expect(prompt.text).toContain('{"key":"[redacted: test-key]"}')
})

it("carries an older summary whole, since it is all that is left of what it stands for", () => {
  const older = `first ${"word ".repeat(200)}last`
  const { text: prompt } = promptOf([user("1"), compaction(older, [1, 1]), user("3")])
  expect(prompt).toContain(older)
})

it("leaves out its middle at its limit, and says so: the first and the newest stay", () => {
  const many = Array.from({ length: 100 }, (_, n) => user(`${n} ${"😀".repeat(119)}`))
  const prompt = promptOf(many)
  expect(prompt.truncated).toBe(true)
  expect(prompt.text).toMatch(/\n1 user: 0 .*\n(.*\n)+\[truncated\]\n(.*\n)+100 user: 99 .*$/)
  expect(prompt.text.length).toBeLessThanOrEqual(promptUnits)
  expect(prompt.text.length).toBeGreaterThan(promptUnits - 300)
  expect(prompt.text.isWellFormed()).toBe(true)
  expect(promptOf([user("short")]).truncated).toBe(false)
})

it("keeps the longest older summary and the newest lines at its limit", () => {
  const older = "older ".repeat(2000)
  const many = Array.from({ length: 100 }, (_, n) => user(`${n} ${"y".repeat(200)}`))
  const prompt = promptOf([user("0"), compaction(older, [1, 1]), ...many])
  expect(prompt.text).toContain(older.slice(0, promptUnits / 2 - 1))
  expect(prompt.text).toContain("102 user: 99 y")
  expect(prompt.text.length).toBeLessThanOrEqual(promptUnits)
})

it("clips on a code point", () => {
  expect(clipped("ab😀cd", 4)).toBe("ab…")
  expect(clipped("abcd", 4)).toBe("abcd")
})

it("redacts overlapping secrets once", () => {
  const secrets: Secrets = () => [
    { from: 5, to: 9, rule: "b" },
    { from: 2, to: 6, rule: "a" },
  ]
  expect(redact("0123456789", secrets)).toEqual({ text: "01[redacted: a]9", omitted: 1 })
})
