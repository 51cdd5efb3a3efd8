import { expect, test } from "vitest"
import { cache } from "./cache.ts"

test("what was used last stays, what was used first goes", () => {
  const kept = cache<number>(10)
  kept.put("a", 1, 4)
  kept.put("b", 2, 4)
  expect(kept.get("a")).toBe(1)
  kept.put("c", 3, 4)
  expect([kept.get("a"), kept.get("b"), kept.get("c")]).toEqual([1, undefined, 3])
})

test("one alone may weigh more than the limit; putting it again does not count twice", () => {
  const kept = cache<number>(10)
  kept.put("big", 1, 50)
  expect(kept.get("big")).toBe(1)
  kept.put("big", 2, 5)
  kept.put("other", 3, 5)
  expect([kept.get("big"), kept.get("other")]).toEqual([2, 3])
})

test("keys are dropped by a test", () => {
  const kept = cache<number>(10)
  kept.put("a1", 1, 1)
  kept.put("b1", 2, 1)
  kept.dropWhere((key) => key.startsWith("a"))
  expect([kept.get("a1"), kept.get("b1")]).toEqual([undefined, 2])
})
