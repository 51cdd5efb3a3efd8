import { expect, test } from "vitest"
import { isPlainTime, timeOf, timeOfSeconds } from "./time.ts"

test.each([
  ["2026-03-17T10:00:00.000Z", "2026-03-17T10:00:00.000Z"],
  ["2026-03-17T10:00:00Z", "2026-03-17T10:00:00.000Z"],
  ["2026-03-17T10:00:00.123456Z", "2026-03-17T10:00:00.123Z"],
  ["2026-03-17T12:30:00+02:30", "2026-03-17T10:00:00.000Z"],
  ["2024-02-29T00:00:00.000Z", "2024-02-29T00:00:00.000Z"],
])("%s", (given, time) => expect(timeOf(given)).toBe(time))

test.each([
  "2026-03-17T10:00:00", // no zone: it would mean what the machine is set to
  "2025-02-30T99:00:00.000Z",
  "Tuesday",
  "2026",
  "",
  null,
  1773741600,
  {},
])("%s names no moment", (given) => expect(timeOf(given)).toBeNull())

test("seconds", () => {
  expect(timeOfSeconds(1773741606.25)).toBe("2026-03-17T10:00:06.250Z")
  for (const odd of [Number.NaN, 1e300, -1e15, "1773741606", undefined]) expect(timeOfSeconds(odd)).toBeNull()
})

test("a plain time is one that the record takes", () => {
  for (const day of ["2026-04-31", "2026-02-29", "2026-13-01", "2026-00-10"])
    expect(isPlainTime(`${day}T00:00:00.000Z`)).toBe(false)
  expect(isPlainTime("2026-12-31T23:59:59.999Z")).toBe(true)
})
