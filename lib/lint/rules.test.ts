import { describe, expect, it } from "vitest"
import { targetOf } from "#lib/dialect/targets.ts"
import { rules } from "./index.ts"
import { lint } from "./lint.ts"
import { severityOf } from "./rule.ts"
import { anthropic, thinkings } from "./testing/examples/anthropic.ts"
import { chat } from "./testing/examples/chat.ts"
import { common } from "./testing/examples/common.ts"
import type { Examples } from "./testing/examples/example.ts"
import { geminiExamples, itemExamples, nativeExamples } from "./testing/examples/others.ts"

const examples: Examples = {
  ...common,
  ...anthropic,
  ...thinkings,
  ...chat,
  ...itemExamples,
  ...geminiExamples,
  ...nativeExamples,
}

it("has an example of every rule, and each rule once", () => {
  const ids = rules.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(Object.keys(examples).toSorted()).toEqual(ids.toSorted())
})

describe("each rule speaks of its example, and not of the near miss", () => {
  it.each(rules.map((rule) => [rule.id, rule] as const))("%s", (id, rule) => {
    const of = examples[id]
    const target = targetOf(of?.target ?? "")
    if (of === undefined || target === undefined) throw new Error(`no example of ${id}`)
    const found = lint(of.fires, target, of.beside).filter((finding) => finding.rule === id)
    expect(found.length).toBeGreaterThan(0)
    expect(new Set(found.map(({ severity }) => severity))).toEqual(new Set([severityOf(rule)]))
    const missed = lint(of.misses, target, of.missesBeside ?? of.beside)
    expect(missed.filter((finding) => finding.rule === id)).toEqual([])
  })
})

it("gives each rule a sentence of what it means, and one of what mends it", () => {
  for (const { id, meaning, fix } of rules) {
    expect(meaning, id).toMatch(/^[A-Z`][^\n]+\.$/)
    expect(fix, id).toMatch(/^[A-Z`][^\n]+\.$/)
  }
})

it("calls unverified rules hints, and disputed ones warnings", () => {
  for (const rule of rules) {
    if (rule.confidence === "X") expect(severityOf(rule), rule.id).toBe("hint")
    if (rule.open !== undefined) expect(severityOf(rule), rule.id).toBe("warning")
    if (rule.confidence === "C" && rule.id !== "anthropic/text-non-whitespace")
      expect(severityOf(rule), rule.id).toBe("warning")
  }
})
