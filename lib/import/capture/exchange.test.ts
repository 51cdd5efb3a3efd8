import { expect, test } from "vitest"
import { statusOf } from "./exchange.ts"

test.each([
  [200, 200],
  [599, 599],
  [0, undefined],
  [404.5, undefined],
  [1e308, undefined],
  ["ok", undefined],
  [null, undefined],
])("the status of %j is %j", (value, status) => {
  expect(statusOf(value)).toBe(status)
})
