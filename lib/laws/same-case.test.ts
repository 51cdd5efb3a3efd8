import { expect, it } from "vitest"
import { storedObject } from "#lib/record/arbitrary/media.ts"
import { logOf } from "./hunt.ts"
import { caseFaults, huntCases } from "./same-case.ts"

it("a case of a random record projects to the same crossings, for every target", { timeout: 300_000 }, () => {
  const found = huntCases(400, 20261130, 14)
  expect(found === undefined ? [] : [...caseFaults(found, storedObject), logOf(found)]).toEqual([])
})
