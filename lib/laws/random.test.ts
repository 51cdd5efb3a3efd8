import { expect, it } from "vitest"
import { targets } from "#lib/dialect/targets.ts"
import { extend, project } from "#lib/project.ts"
import { hunt, logOf } from "./hunt.ts"
import { missing } from "./tally.ts"

/** 2,000 records on every target, the same ones each time; `npm run laws` looks further. */
it("random records obey all laws, and all that can occur did", { timeout: 300_000 }, () => {
  const { tallies, found } = hunt({ runs: 2000, seed: 20261130, length: 14, subject: { project, extend } })
  expect(
    found === undefined
      ? ""
      : `${found.says.join("\n")}\n${JSON.stringify(found.policy)}\n${logOf(found.record)}`,
  ).toBe("")
  for (const target of targets)
    expect(missing(target, tallies.get(target) ?? new Map()), target.id).toEqual([])
})
