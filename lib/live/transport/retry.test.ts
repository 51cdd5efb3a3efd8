import { expect, it } from "vitest"
import { askedWait, isPassing, longestWait, waitAfter } from "./retry.ts"

const now = Date.parse("2026-11-30T12:00:00Z")
const asked = (headers: Record<string, string>) => askedWait(new Headers(headers), now)

it("reads how long a server asks to wait: seconds, a date, milliseconds", () => {
  expect(asked({ "retry-after": "3" })).toBe(3000)
  expect(asked({ "retry-after": " 0.5 " })).toBe(500)
  expect(asked({ "retry-after": "Mon, 30 Nov 2026 12:00:09 GMT" })).toBe(9000)
  expect(asked({ "retry-after": "Mon, 30 Nov 2026 11:00:00 GMT" })).toBe(0)
  expect(asked({ "retry-after": "7", "retry-after-ms": "250" })).toBe(250)
  expect(asked({ "retry-after": "soon" })).toBeUndefined()
  expect(asked({ "retry-after": "-1" })).toBeUndefined()
  expect(asked({})).toBeUndefined()
})

it("waits as asked, up to a limit; else longer each time, up to another", () => {
  expect(waitAfter(1, 1234, () => 0.5)).toBe(1234)
  expect(waitAfter(1, 10 * longestWait, () => 0.5)).toBe(longestWait)
  expect([1, 2, 3, 9].map((n) => waitAfter(n, undefined, () => 0))).toEqual([500, 1000, 2000, 8000])
  expect(waitAfter(1, undefined, () => 1)).toBe(375)
})

it("knows what passes", () => {
  expect([408, 429, 500, 503, 529].every(isPassing)).toBe(true)
  expect([400, 401, 403, 404, 409, 413, 422].some(isPassing)).toBe(false)
})
