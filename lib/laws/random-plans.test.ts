import { expect, it } from "vitest"
import { logOf } from "./hunt.ts"
import { huntPlans } from "./plans.ts"

/** The same records each time; `npm run laws -- --plans` looks further. */
it("what is planned for random records obeys all laws applied, and leaves no trace taken back", {
  timeout: 600_000,
}, () => {
  const { planned, found } = huntPlans({ runs: 40, seed: 20261130, length: 14 })
  expect(found === undefined ? [] : [...found.says, JSON.stringify(found.ask), logOf(found.record)]).toEqual(
    [],
  )
  expect([...planned.keys()].toSorted()).toEqual([
    "compaction",
    "fork",
    "microcompaction",
    "repair",
    "rewind",
    "undo",
  ])
})
