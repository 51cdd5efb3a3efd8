import { expect, test } from "vitest"
import { targetOf } from "#lib/dialect/targets.ts"
import { type PlanAsk, planFor } from "#lib/plan/ask.ts"
import { effectOf } from "#lib/plan/effect.ts"
import { agent, call, claude, header, reasoning, record, result, user } from "#lib/record/build.ts"
import { figuresOf } from "./plan-figures.ts"

const maker = { ...claude, model: "claude-opus-4-5" }

const { entries } = record(
  header({ target: { provider: "anthropic", dialect: "messages", model: maker.model } }),
  user("Why does it fail? ".repeat(200)),
  agent([reasoning("It may be the reader.", "c2ln"), call("a")], { maker }),
  result("a", "a line of the log\n".repeat(300)),
  agent([reasoning("It is.", "c2ln"), call("b")], { maker }),
  result("b", "another line\n".repeat(300)),
  agent("It is the reader.", { maker }),
  user("And now?"),
  agent("It is mended.", { maker }),
)

const figures = (ask: PlanAsk, id = "anthropic") => {
  const target = targetOf(id)
  const plan = planFor(entries, ask)
  if (target === undefined || !plan.ok) throw new Error("not planned")
  return figuresOf(effectOf(entries, plan.value, target, { objects: () => undefined }))
}

test("a compaction is smaller on both counts, and costs what has to be written anew once", () => {
  const { bytes, tokens, cache, cut, cost, model } = figures({
    kind: "compaction",
    summary: "s",
    preserve: 2,
  })
  expect(bytes[1]).toBeLessThan(bytes[0])
  expect(tokens[1]).toBeLessThan(tokens[0])
  expect(cut?.byte).toBe(cut?.byteBefore)
  expect(cache.reused + cache.new).toBe(tokens[1])
  expect(model).toBe(maker.model)
  const rewritten = (tokens[1] - cache.reused) * 6.25 + cache.reused * 0.5
  expect(cost.next).toBeCloseTo(rewritten / 1_000_000, 9)
  expect(cost.before).toBeCloseTo((tokens[0] * 0.5) / 1_000_000, 9)
  expect(cost.later).toBeCloseTo((tokens[1] * 0.5) / 1_000_000, 9)
})

test("signed reasoning that goes is named by its blocks and the reason", () => {
  expect(figures({ kind: "compaction", summary: "s", preserve: 2 }).reasoningLost).toMatchObject([
    { reason: "compacted", blocks: ["3.0", "5.0"], sentence: expect.stringMatching(/\.$/) },
  ])
  expect(figures({ kind: "microcompaction", keep: 1 }).reasoningLost).toMatchObject([
    { reason: "reasoning-rebound", blocks: ["5.0"] },
  ])
  expect(figures({ kind: "rewind", to: 7, keep: true }).reasoningLost).toEqual([])
})

test("findings that only move are neither new nor gone", () => {
  const one = record(
    header(),
    ...Array.from({ length: 4 }, (_, n) => [
      user(`q${n}`),
      agent([call(`c${n}`)]),
      result(`c${n}`, "x".repeat(400)),
    ]).flat(),
  ).entries
  const plan = planFor(one, { kind: "compaction", summary: "s", preserve: 3 })
  const target = targetOf("anthropic")
  if (!plan.ok || target === undefined) throw new Error("not planned")
  const effect = effectOf(one, plan.value, target, { objects: () => undefined })
  const of = (block: string, pointer: string) => ({
    ...{ rule: "r", severity: "warning" as const, facts: {}, block, pointer },
  })
  const { findings } = figuresOf({
    ...effect,
    before: {
      ...effect.before,
      findings: [of("2.0", "/messages/0"), of("9.0", "/messages/7"), of("9.0", "/messages/7")],
    },
    after: { ...effect.after, findings: [of("9.0", "/messages/1"), of("12.0", "/messages/3")] },
  })
  expect(findings.gone.map(({ block }) => block)).toEqual(["2.0", "9.0"])
  expect(findings.fresh.map(({ block }) => block)).toEqual(["12.0"])
  expect(findings.counts).toEqual([[["warning", 3]], [["warning", 2]]])
})

test("no price is no price", () => {
  expect(figures({ kind: "rewind", to: 2, keep: true }, "gemini").cost).toEqual({
    ...{ before: undefined, next: undefined, later: undefined },
  })
})
