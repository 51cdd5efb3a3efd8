import { expect, it } from "vitest"
import { targets } from "#lib/dialect/targets.ts"
import { faultsOfRandom } from "./random.ts"

/** The other half of the targets. */
const plain = targets.filter(({ reasoning }) => reasoning.form !== "signed")

it("random records obey all laws where reasoning is in a field or dropped", { timeout: 600_000 }, () => {
  expect(plain.length).toBeGreaterThan(5)
  expect(faultsOfRandom(plain)).toEqual([])
})
