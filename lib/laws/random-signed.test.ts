import { expect, it } from "vitest"
import { targets } from "#lib/dialect/targets.ts"
import { faultsOfRandom } from "./random.ts"

/** Half of the targets, so that two processes share the work. */
const signed = targets.filter(({ reasoning }) => reasoning.form === "signed")

it("random records obey all laws where reasoning is signed", { timeout: 600_000 }, () => {
  expect(signed.length).toBeGreaterThan(5)
  expect(faultsOfRandom(signed)).toEqual([])
})
