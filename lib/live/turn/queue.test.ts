import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import { claimRecord, releaseRecord } from "#db/claims.ts"
import { waitingInputs } from "#db/inputs.ts"
import type { Database } from "#db/open.ts"
import { createRecord } from "#db/records.ts"
import { must, openTestStore, problemOf, type TestStore, testHeader } from "#db/test-store.ts"
import { type FakeProvider, fakeProvider, type Move } from "#e2e/fake/provider.ts"
import { spoken } from "#e2e/fake/scenes.ts"
import { type TargetId, targetOf } from "#lib/dialect/targets.ts"
import type { Entry } from "#lib/record/entry.ts"
import { failureSentence } from "#lib/view/failures.ts"
import { baseOf } from "../base-url.ts"
import { storePreferences } from "../set-provider.ts"
import { entriesOf, failures, haveEnded, type Node, openNode, said, until, word } from "../test-panel.ts"

let store: TestStore
let elsewhere: Database
let node: Node
const open: FakeProvider[] = []
beforeAll(async () => {
  store = await openTestStore()
  elsewhere = await store.beside()
  node = await openNode(store.db, { policies: { search_sessions: "ask" } })
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all(open.splice(0).map((provider) => provider.close()))
})
afterAll(async () => {
  await node.close()
  await store.close()
})

/** A provider that a target's requests go to from here on. */
const at = async (id: TargetId, moves: readonly Move[]): Promise<FakeProvider> => {
  const target = targetOf(id)
  if (target === undefined) throw new Error(`no target ${id}`)
  const provider = await fakeProvider(target.dialect, moves)
  open.push(provider)
  must(await storePreferences(store.db, id, { baseUrl: provider.at(baseOf(target)), params: {} }))
  return provider
}

const speaks: Move = { does: "stream", scene: { ...spoken, id: "reply" } }
const searches: Move = {
  does: "stream",
  scene: {
    ...spoken,
    id: "reply_0",
    acts: [{ is: "call", id: "c1", name: "search_sessions", arguments: '{"query":"elephants"}' }],
    ends: "tool-calls",
  },
}

const textOf = (provider: FakeProvider, request: number): string =>
  Buffer.from(provider.received[request]?.body ?? []).toString()

const isAsked = (entries: readonly Entry[]): boolean =>
  entries.some((entry) => entry.kind === "permission" && entry.action === "asked")

/** Who answered, in order: models of the agent's messages by the turn they stand in. */
const makers = (entries: readonly Entry[]): readonly string[] =>
  entries.flatMap((entry) =>
    entry.kind === "message" && entry.maker !== undefined ? [entry.maker.provider] : [],
  )

const fresh = async (): Promise<string> => must(await createRecord(store.db, testHeader()))

describe("what is said to somebody else than the running turn asks", () => {
  test("is answered by whom it is for, in a turn of its own, in order", async () => {
    vi.stubEnv("MOONSHOT_API_KEY", "k1")
    vi.stubEnv("MISTRAL_API_KEY", "k2")
    const kimi = await at("kimi", [searches, speaks, speaks])
    const mistral = await at("mistral", [speaks])
    const record = await fresh()
    const { panel } = node
    must(await panel.say(record, said("first", { target: "kimi" })))
    await until(store.db, record, isAsked)
    must(await panel.say(record, said("second", { target: "kimi" })))
    must(await panel.say(record, said("third", { target: "mistral" })))
    must(await panel.say(record, said("fourth", { target: "kimi" })))
    must(await panel.decide(record, "c1", false, "user"))
    const entries = await until(store.db, record, haveEnded(3))
    expect(makers(entries)).toEqual(["moonshot", "moonshot", "mistral", "moonshot"])
    expect(entries.filter(({ kind }) => kind === "turn")).toHaveLength(6)
    expect(textOf(kimi, 1)).toContain("second")
    expect(textOf(kimi, 1)).not.toContain("third")
    expect(textOf(mistral, 0)).toContain("third")
    expect(textOf(mistral, 0)).not.toContain("fourth")
    expect(textOf(kimi, 2)).toContain("fourth")
    expect(failures).toEqual([])
  })

  test("another model of the same provider is somebody else", async () => {
    vi.stubEnv("MISTRAL_API_KEY", "k")
    const mistral = await at("mistral", [speaks, speaks])
    const record = await fresh()
    await claimRecord(elsewhere, record) // so that both wait
    must(await node.panel.say(record, said("one", { target: "mistral", model: "small" })))
    must(await node.panel.say(record, said("two", { target: "mistral", model: "large" })))
    await releaseRecord(elsewhere, record)
    await node.panel.resume()
    await until(store.db, record, haveEnded(2))
    expect([0, 1].map((n) => (JSON.parse(textOf(mistral, n)) as { model: string }).model)).toEqual([
      "small",
      "large",
    ])
  })

  test("what names nobody goes with whatever is asked, and to whom the last that waits is for", async () => {
    vi.stubEnv("MISTRAL_API_KEY", "k")
    const mistral = await at("mistral", [speaks])
    const record = await fresh()
    const { to: _, ...anyone } = said("and this")
    expect(problemOf(await node.panel.say(record, anyone))).toBe("model-unchosen")
    await claimRecord(elsewhere, record)
    must(await node.panel.say(record, said("one", { target: "mistral" })))
    must(await node.panel.say(record, anyone))
    await releaseRecord(elsewhere, record)
    await node.panel.resume()
    await until(store.db, record, haveEnded(1))
    expect(textOf(mistral, 0)).toContain("and this")
  })
})

describe("what waits for somebody who cannot be asked any more", () => {
  test("is in the record with the reason, and what is behind it is answered", async () => {
    vi.stubEnv("MISTRAL_API_KEY", "k")
    vi.stubEnv("MOONSHOT_API_KEY", "k")
    await at("kimi", [speaks])
    const record = await fresh()
    await claimRecord(elsewhere, record)
    must(await node.panel.say(record, said("Are you there?", { target: "mistral" })))
    must(await node.panel.say(record, said("Then you?", { target: "kimi" })))
    vi.stubEnv("MISTRAL_API_KEY", "")
    expect(problemOf(await node.panel.say(record, said("Hm?", { target: "mistral" })))).toBe("key-missing")
    await releaseRecord(elsewhere, record)
    await node.panel.resume()
    const entries = await until(store.db, record, haveEnded(2))
    expect(entries.slice(0, 3).map(word)).toEqual(["turn start", "user: text", "turn end error"])
    expect(entries[2]).toMatchObject({ turn: 1, error: { kind: "key-missing" } })
    expect(entries.at(-1)).toMatchObject({ turn: 2, outcome: "done" })
    expect(await waitingInputs(store.db, record)).toEqual([])
    expect(failures).toEqual([])
  })

  test.each(["key-missing", "key-unusable", "key-undecipherable", "secret-key-needed", "target-unknown"])(
    "%s is said in words, with what to do next",
    (kind) => {
      const sentence = failureSentence({ kind, message: "" })
      expect(sentence).not.toContain(kind)
      expect(sentence).toMatch(/choose whom else to ask|settings/)
    },
  )
})

test("what waits behind another process's turn costs nothing until it ends", async () => {
  vi.stubEnv("MOONSHOT_API_KEY", "k")
  await at("kimi", [speaks])
  const record = await fresh()
  await claimRecord(elsewhere, record)
  must(await node.panel.say(record, said("one", { target: "kimi" })))
  const asked = async (): Promise<number> => {
    const [row] = await store.db.sql<{ calls: number }[]>`
      select coalesce(sum(xact_commit), 0)::int as calls from pg_stat_database where datname = current_database()`
    return row?.calls ?? 0
  }
  const inASecond = async (): Promise<number> => {
    const before = await asked()
    await new Promise((resolve) => setTimeout(resolve, 1000))
    return (await asked()) - before
  }
  await expect.poll(inASecond, { timeout: 20_000 }).toBeLessThan(20) // what was asked before is counted late, and then no more
  await releaseRecord(elsewhere, record)
  expect(await entriesOf(store.db, record)).toEqual([])
  await node.panel.resume()
  await until(store.db, record, haveEnded(1))
})

test("asked again, it goes back before the reply that broke off, which stays in the record", async () => {
  vi.stubEnv("MOONSHOT_API_KEY", "k")
  const fails: Move = { does: "fail", scene: spoken, frames: 8, kind: "server_error", message: "gone" }
  const provider = await at("kimi", [fails, speaks, speaks])
  const record = await fresh()
  must(await node.panel.say(record, said("one", { target: "kimi" })))
  const broken = await until(store.db, record, haveEnded(1))
  const reply = broken.findLast((entry) => entry.kind === "message" && entry.role === "assistant")
  for (const turns of [2, 3]) {
    must(await node.panel.say(record, { speaker: { kind: "human" }, blocks: [] }))
    const entries = await until(store.db, record, haveEnded(turns))
    expect(entries.at(-1)).toMatchObject({ kind: "turn", outcome: "done" })
  }
  expect(reply?.kind === "message" && reply.blocks.some(({ kind }) => kind === "text")).toBe(true)
  const rewinds = (await entriesOf(store.db, record)).filter((entry) => entry.kind === "rewind")
  expect(rewinds).toHaveLength(2)
  expect(textOf(provider, 1)).toBe(textOf(provider, 0))
  expect(textOf(provider, 2)).toBe(textOf(provider, 0))
})
