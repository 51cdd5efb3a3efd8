import { afterAll, beforeAll, expect, test } from "vitest"
import { openTestStore, type TestStore } from "#db/test-store.ts"
import { askedTwice, isRead } from "#lib/live/test-cached.ts"
import { reachable } from "./real.ts"

/** Asks real providers, where their keys are in the environment: costs some cents, so nothing else asks for it. */

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

test.each(reachable())("$target reads its cache from the second request on", async ({ target, model }) => {
  const usages = await askedTwice(store.db, { target, model })
  expect(usages, JSON.stringify(usages)).toSatisfy(isRead)
})
