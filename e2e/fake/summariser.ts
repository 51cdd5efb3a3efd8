import { afterAll, afterEach, beforeAll, expect, vi } from "vitest"
import { type Ear, listen } from "#db/signals.ts"
import { must, openTestStore, type TestStore } from "#db/test-store.ts"
import { type Target, targetOf } from "#lib/dialect/targets.ts"
import { askSummary, type SummaryAsk } from "#lib/live/summary/ask.ts"
import { summaryWritten } from "#lib/live/summary/outcome.ts"
import { failures, type Node, openNode } from "#lib/live/test-panel.ts"
import type { FakeProvider, Move } from "./provider.ts"
import { providerAt } from "./summaries.ts"

/** What tests of summaries work on: a store, a process that takes turns, and providers that say what they are told to. */
export const summariesHere = () => {
  let store: TestStore
  let ear: Ear
  let node: Node
  const open: FakeProvider[] = []
  beforeAll(async () => {
    store = await openTestStore()
    ear = await listen(store.db.sql)
    node = await openNode(store.db)
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await Promise.all(open.splice(0).map((provider) => provider.close()))
  })
  afterAll(async () => {
    await node.close()
    await ear.close()
    await store.close()
    expect(failures).toEqual([])
  })
  const forever = new AbortController().signal
  return {
    store: () => store,
    node: () => node,
    at: async (target: Target, ...moves: readonly Move[]): Promise<FakeProvider> => {
      const provider = await providerAt(store.db, target, moves)
      open.push(provider)
      return provider
    },
    ask: async (given: SummaryAsk) => must(await askSummary(node.panel, store.db, given)),
    outcome: (record: string, conversation: string) =>
      summaryWritten(store.db, ear, { record, conversation }, forever),
  }
}

export const mistral = targetOf("mistral") ?? (undefined as never) // a row of the table
