import { describe, expect, it } from "vitest"
import { agent, claude, record, user } from "#lib/record/build.ts"
import type { Maker, Message, Usage } from "#lib/record/entry.ts"
import { costOf } from "./prices.ts"
import { spend, sumWords, totalOf, unspent } from "./spent.ts"

const sonnet: Maker = { ...claude, model: "claude-sonnet-5" }

const reply = (usage?: Usage, maker = sonnet, responseId?: string): Message => {
  const [entry] = record(
    agent("12345678", { maker, ...(responseId === undefined ? {} : { responseId }) }),
  ).entries
  if (entry?.kind !== "message") throw new Error("It is a message.")
  return usage === undefined ? entry : { ...entry, usage }
}

describe("costs", () => {
  it("count cached tokens at their own price, and once", () => {
    const usage = { input: 1_000_000, cacheRead: 500_000, cacheWrite: 100_000, output: 100_000 }
    expect(costOf("claude-sonnet-5", usage)).toBeCloseTo(0.4 * 2 + 0.5 * 0.2 + 0.1 * 2.5 + 0.1 * 10)
  })
  it("know a dated version, and neither a stranger nor a prompt of another tier", () => {
    expect(costOf("claude-haiku-4-5-20251001", { output: 1_000_000 })).toBe(5)
    expect(costOf("constructor", { output: 1 })).toBeUndefined()
    expect(costOf("gpt-5.5", { input: 300_000 })).toBeUndefined()
  })
})

describe("what is spent", () => {
  it("is the sum of replies, the last of them apart", () => {
    const spent = [reply({ input: 1000, output: 50 }), reply({ input: 2000, output: 60 })].reduce(
      spend,
      unspent,
    )
    expect(spent.last).toMatchObject({ input: 2000, output: 60, isEstimate: false })
    expect(sumWords(totalOf(spent))).toBe("3,000 tokens in · 110 out · ~$0.007")
  })
  it("counts messages of one response once, as the last has it", () => {
    const spent = [
      reply({ input: 9, output: 1 }, sonnet, "r1"),
      reply({ input: 9, output: 7 }, sonnet, "r1"),
      reply({ input: 1, output: 1 }, sonnet, "r2"),
    ].reduce(spend, unspent)
    expect(totalOf(spent)).toMatchObject({ input: 10, output: 8 })
  })
  it("counts a response anew behind what a person said, whatever its id", () => {
    const [said] = record(user("a")).entries
    if (said?.kind !== "message") throw new Error("It is a message.")
    const one = reply({ input: 5, output: 1 }, sonnet, "r1")
    expect(totalOf([one, said, one].reduce(spend, unspent))).toMatchObject({ input: 10, output: 2 })
  })
  it("has a tilde where tokens were guessed, and says where a price is unknown", () => {
    const spent = spend(unspent, reply(undefined, { ...claude, model: "claude-x" }))
    expect(sumWords(totalOf(spent))).toBe("~2 tokens out · price unknown")
  })
  it("is nothing for what people say", () => {
    const [said] = record(user("a")).entries
    if (said?.kind !== "message") throw new Error("It is a message.")
    expect(spend(unspent, said)).toEqual(unspent)
  })
})
