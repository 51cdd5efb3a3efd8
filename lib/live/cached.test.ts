import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { must, openTestStore, type TestStore } from "#db/test-store.ts"
import { type FakeProvider, fakeProvider } from "#e2e/fake/provider.ts"
import type { Tokens } from "#e2e/fake/scene.ts"
import { spoken } from "#e2e/fake/scenes.ts"
import { type TargetId, targetOf } from "#lib/dialect/targets.ts"
import { baseOf } from "./base-url.ts"
import { variablesOf } from "./key-variables.ts"
import { storePreferences } from "./set-provider.ts"
import { askedTwice, isRead } from "./test-cached.ts"

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await store.close()
})

/** Asks a fake provider twice that says it read so much from its cache. */
const asked = async (id: TargetId, read: readonly number[]) => {
  const target = targetOf(id)
  if (target === undefined) throw new Error(`no target ${id}`)
  const tokens = (cacheRead: number): Tokens => ({ ...spoken.tokens, input: 9000, cacheRead, cacheWrite: 0 })
  const provider: FakeProvider = await fakeProvider(
    target.dialect,
    read.map((n) => ({ does: "stream", scene: { ...spoken, tokens: tokens(n) } })),
  )
  for (const name of variablesOf(target)) vi.stubEnv(name, "k")
  must(await storePreferences(store.db, id, { baseUrl: provider.at(baseOf(target)), params: {} }))
  try {
    return { usages: await askedTwice(store.db, { target: id }), received: provider.received }
  } finally {
    await provider.close()
  }
}

test.each(["anthropic", "openai", "openai-responses", "deepseek"] as const)(
  "what %s says it read from its cache is known, and that it read nothing",
  async (id) => {
    expect(isRead((await asked(id, [0, 8000])).usages)).toBe(true)
    expect(isRead((await asked(id, [8000, 0])).usages)).toBe(false)
  },
)

test("a provider that keeps only what is marked is asked to keep the conversation, to its end", async () => {
  const { received } = await asked("anthropic", [0, 8000])
  const [first = "", second = ""] = received.map(({ body }) => Buffer.from(body).toString())
  const mark = '"cache_control":{"type":"ephemeral"}'
  expect(first).toContain(`one word: one.","${mark.slice(1)}`)
  expect(second).toContain(`one word: two.","${mark.slice(1)}`)
  const { received: unmarked } = await asked("openai", [0, 8000])
  expect(Buffer.from(unmarked[1]?.body ?? []).toString()).not.toContain("cache_control")
})
