import { expect, it } from "vitest"
import { parseHeader } from "./record.ts"

it("reads a header of version 0: no version, and the time called `created`", () => {
  expect(parseHeader({ kind: "record", id: "r", title: "t", created: "2025-01-02T03:04:05.000Z" })).toEqual({
    ok: true,
    value: { kind: "record", version: 1, id: "r", title: "t", createdAt: "2025-01-02T03:04:05.000Z" },
  })
})

it("reads a version 0 header that knows no time", () => {
  expect(parseHeader({ kind: "record", id: "r" })).toEqual({
    ok: true,
    value: { kind: "record", version: 1, id: "r", createdAt: null },
  })
})

it("loses nothing of an old header: what it does not know is refused, not dropped", () => {
  expect(parseHeader({ kind: "record", id: "r", weird: 1 }).ok).toBe(false)
  const whole = { kind: "record", id: "r", createdAt: "2025-01-02T03:04:05.000Z", origin: { format: "x" } }
  expect(parseHeader(whole)).toEqual({ ok: true, value: { ...whole, version: 1 } })
})
