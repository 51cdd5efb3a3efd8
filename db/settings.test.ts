import { afterAll, beforeAll, expect, test } from "vitest"
import { allSettings, savePreferences, saveSealed, settingOf } from "./settings.ts"
import { openTestStore, type TestStore } from "./test-store.ts"

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const bytes = Uint8Array.of(1, 0, 255, 9)
const preferences = {
  baseUrl: "http://127.0.0.1:1/v1",
  model: "m-1",
  params: { maxTokens: 100, extra: '{"big":12345678901234567890}' },
  compactAt: 0.8,
}

test("a target that nothing is stored about has no key and no preferences", async () => {
  expect(await settingOf(store.db, "openai")).toEqual({ params: {} })
  expect(await allSettings(store.db)).toEqual(new Map())
})

test("key and preferences are stored and taken away each by itself", async () => {
  await saveSealed(store.db, "openai", bytes)
  await savePreferences(store.db, "openai", preferences)
  const both = await settingOf(store.db, "openai")
  expect(both).toMatchObject(preferences)
  expect(Uint8Array.from(both.sealed ?? [])).toEqual(bytes)
  expect([...(await allSettings(store.db)).keys()]).toEqual(["openai"])

  await saveSealed(store.db, "openai", undefined)
  expect(await settingOf(store.db, "openai")).toEqual(preferences)

  await saveSealed(store.db, "openai", bytes)
  await savePreferences(store.db, "openai", { params: {} })
  const key = await settingOf(store.db, "openai")
  expect(Object.keys(key)).toEqual(["sealed", "params"])
})

test("the newest key takes the place of an older one", async () => {
  await saveSealed(store.db, "xai", bytes)
  await saveSealed(store.db, "xai", Uint8Array.of(7))
  expect(Uint8Array.from((await settingOf(store.db, "xai")).sealed ?? [])).toEqual(Uint8Array.of(7))
})
