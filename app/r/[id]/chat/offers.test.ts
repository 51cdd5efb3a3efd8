import { expect, it } from "vitest"
import type { KeySource, Provider } from "#lib/live/providers.ts"
import { firstChoice, offersOf } from "./offers.ts"

const provider = (target: string, key: KeySource, baseUrl = "http://127.0.0.1:1"): Provider => ({
  target,
  label: target,
  key,
  ...{ baseUrl, usualBaseUrl: baseUrl, model: "m", usualModel: "m", params: {}, knows: [], hottest: 2 },
})

const missing: KeySource = { from: "missing", variables: ["KEY"] }
const unneeded: KeySource = { from: "none-needed", variables: ["KEY"] }
const stored: KeySource = { from: "stored" }
const given: KeySource = { from: "environment", variable: "KEY" }
const broken: KeySource = {
  from: "unusable",
  isStored: true,
  problem: { id: "secret-key-needed", facts: { target: "x" } },
}

it("offers those that a request could leave for, and always the demo", () => {
  const known = [
    provider("a", missing),
    provider("b", stored),
    provider("c", given),
    provider("d", broken),
    provider("e", unneeded),
    provider("f", unneeded, ""),
  ]
  expect(offersOf(known).map(({ id }) => id)).toEqual(["b", "c", "e", "demo"])
  expect(offersOf([])).toMatchObject([{ id: "demo", target: "openai-compatible" }])
})

it("begins with whoever was asked last, then the record's own target, then one with a key, then the demo", () => {
  const known = [provider("a", missing), provider("b", stored), provider("c", given), provider("e", unneeded)]
  expect(firstChoice(known, { target: "e", model: "other" }, "c")).toEqual({ target: "e", model: "other" })
  expect(firstChoice(known, { target: "a" }, "c")).toEqual({ target: "c" })
  expect(firstChoice(known, undefined, "a")).toEqual({ target: "b" })
  expect(firstChoice([provider("e", unneeded)], undefined, "e")).toEqual({ target: "demo" })
})
