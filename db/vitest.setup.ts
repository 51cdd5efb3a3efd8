import { afterEach, beforeEach, expect, type MockInstance, vi } from "vitest"

let errors: MockInstance<typeof console.error> | undefined

beforeEach(() => {
  errors = vi.spyOn(console, "error")
})

/** A test during which something complains is no passed test. */
afterEach(() => {
  const said = errors?.mock.calls ?? []
  errors?.mockRestore()
  expect(said, "console.error was called").toEqual([])
})
