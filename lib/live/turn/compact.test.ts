import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import { append } from "#db/entries.ts"
import { childrenOf } from "#db/records.ts"
import { must, numbered, openTestStore, type TestStore } from "#db/test-store.ts"
import type { FakeProvider, Move } from "#e2e/fake/provider.ts"
import { bodiesOf, providerAt, recordOf, saying, says, talk } from "#e2e/fake/summaries.ts"
import { targetOf } from "#lib/dialect/targets.ts"
import { agent, user } from "#lib/record/build.ts"
import type { Entry } from "#lib/record/entry.ts"
import { entriesOf, failures, haveEnded, type Node, openNode, said, until, word } from "../test-panel.ts"
import { reported } from "./compact.ts"

let store: TestStore
let node: Node
let open: FakeProvider | undefined
beforeAll(async () => {
  store = await openTestStore()
  node = await openNode(store.db)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await open?.close()
})
afterAll(async () => {
  await node.close()
  await store.close()
  expect(failures).toEqual([])
})

const mistral = targetOf("mistral") ?? (undefined as never) // a row of the table

/** Mistral's requests go to a provider that makes these moves; from about 260 tokens on a turn is preceded by a compaction. */
const compacting = async (...moves: readonly Move[]): Promise<FakeProvider> => {
  open = await providerAt(store.db, mistral, moves, { compactAt: 0.001 })
  return open
}

/** Eight messages that are short behind two that are long. */
const long = async (): Promise<string> =>
  recordOf(store.db, [user("plank ".repeat(300)), agent("long ago"), ...talk(4)])

/** What comes behind the stored entries once a person has said something and so many turns have ended. */
const turnOf = async (record: string, turns = 1): Promise<readonly Entry[]> => {
  must(await node.panel.say(record, said("go on", { target: "mistral" })))
  return until(store.db, record, haveEnded(turns))
}

const kindsBehind = (entries: readonly Entry[], seq: number): readonly string[] =>
  entries.slice(seq).map(word)

const plain = [
  ...["turn start", "user: text", "header", "step start", "sent"],
  ...["assistant: text", "step end done", "turn end done"],
]

describe("a record that has come to the share of the window", () => {
  test("is compacted before the turn's first request, by the same model, and leaves the same trail", async () => {
    const provider = await compacting(says("It was about planks."), says("the answer"))
    const record = await long()
    const entries = await turnOf(record)
    expect(kindsBehind(entries, 10)).toEqual([...plain.slice(0, 2), "compaction", ...plain.slice(2)])
    const [conversation = ""] = await childrenOf(store.db, record)
    const asked = await entriesOf(store.db, conversation)
    expect(asked.map(word)).toEqual(plain)
    expect(entries[12]).toMatchObject({
      kind: "compaction",
      summary: "It was about planks.",
      covers: [1, 3],
      by: { provider: "mistral", model: mistral.model },
      promptChars: expect.any(Number),
      truncated: false,
    })
    const bodies = bodiesOf(provider)
    expect(bodies[0]).toContain("1 user: plank plank")
    expect(bodies[1]).toContain("It was about planks.")
    expect(bodies[1]).not.toContain("plank plank")
  })

  test("goes on as it is where no summary comes, and says so to people alone", async () => {
    const provider = await compacting(
      { does: "refuse", status: 400, body: '{"message":"too long"}' },
      says("the answer"),
    )
    const record = await long()
    const entries = await turnOf(record)
    expect(kindsBehind(entries, 10)).toEqual([...plain.slice(0, 2), "system: text", ...plain.slice(2)])
    expect(entries[12]).toMatchObject({ audience: "surface", speaker: { kind: "notice" } })
    expect(JSON.stringify(entries[12])).toContain("was not compacted. No summary was written.")
    expect(bodiesOf(provider)[1]).toContain("plank plank")
    expect(bodiesOf(provider)[1]).not.toContain("not compacted")
  })

  test("is tried once a turn, however many steps it has and however little it helps", async () => {
    const searching: Move = {
      does: "stream",
      scene: {
        ...saying(""),
        acts: [{ is: "call", id: "a1B2c3D4e", name: "search_sessions", arguments: '{"query":"door"}' }],
        ends: "tool-calls",
      },
    }
    const provider = await compacting(says("nail ".repeat(300)), searching, searching, says("the answer"))
    const record = await long()
    const entries = await turnOf(record)
    expect(entries.filter(({ kind }) => kind === "compaction")).toHaveLength(1)
    expect(entries.filter(({ kind }) => kind === "sent")).toHaveLength(3)
    expect(await childrenOf(store.db, record)).toHaveLength(1)
    expect(provider.received).toHaveLength(4)
  })

  test("waits for no summary that somebody stops with the turn", async () => {
    const provider = await compacting({ does: "hang", scene: saying("It was about planks."), frames: 2 })
    const record = await long()
    must(await node.panel.say(record, said("go on", { target: "mistral" })))
    await vi.waitUntil(() => provider.received.length === 1, { timeout: 20_000 })
    await node.panel.stop(record)
    const entries = await until(store.db, record, haveEnded(1))
    expect(kindsBehind(entries, 10)).toEqual(["turn start", "user: text", "system: text", "turn end stopped"])
    const [conversation = ""] = await childrenOf(store.db, record)
    expect((await until(store.db, conversation, haveEnded(1))).at(-1)).toMatchObject({ outcome: "stopped" })
  })

  test("stays as it is where the process dies meanwhile: whoever is left ends both turns", async () => {
    const provider = await compacting({ does: "hang", scene: saying("It was about planks."), frames: 2 })
    const elsewhere = await store.beside()
    const dying = await openNode(elsewhere, { failed: () => undefined })
    const record = await long()
    must(await dying.panel.say(record, said("go on", { target: "mistral" })))
    await vi.waitUntil(() => provider.received.length === 1, { timeout: 20_000 })
    await elsewhere.close()
    await node.panel.resume()
    const entries = await until(store.db, record, haveEnded(1))
    expect(kindsBehind(entries, 10)).toEqual(["turn start", "user: text", "turn end interrupted"])
    const [conversation = ""] = await childrenOf(store.db, record)
    const asked = await until(store.db, conversation, haveEnded(1))
    expect(asked.at(-1)).toMatchObject({ outcome: "interrupted" })
    await dying.close().catch(() => undefined) // its store is gone
  })

  test("that grows while the summary is written stays as it is", async () => {
    let end = (): void => undefined
    const ended = new Promise<void>((resolve) => (end = resolve))
    const scene = saying("It was about planks.")
    const provider = await compacting(
      { does: "hold", scene, before: [{ text: "[DONE]", until: ended }] },
      says("the answer"),
    )
    const record = await long()
    must(await node.panel.say(record, said("go on", { target: "mistral" })))
    await vi.waitUntil(() => provider.received.length === 1, { timeout: 20_000 })
    must(await append(store.db, { record, head: 12, entries: numbered([user("from elsewhere")], 12) }))
    end()
    const entries = await until(store.db, record, haveEnded(1))
    expect(entries.some(({ kind }) => kind === "compaction")).toBe(false)
    expect(JSON.stringify(entries[13])).toContain("has grown from entry 12 to 13")
    expect(entries.at(-1)).toMatchObject({ outcome: "done" })
  })
})

describe("nothing is compacted", () => {
  test("where no share is set, below it, and where the window is not known", async () => {
    open = await providerAt(store.db, mistral, [says("one"), says("two")])
    const record = await long()
    expect(kindsBehind(await turnOf(record), 10)).toEqual(plain)
    await open.close()
    open = await providerAt(store.db, mistral, [says("two")], { compactAt: 1 })
    expect((await turnOf(record, 2)).some(({ kind }) => kind === "compaction")).toBe(false)
    await open.close()
    const unknown = targetOf("openai-compatible") ?? (undefined as never) // a row of the table
    open = await providerAt(store.db, unknown, [says("three")], { compactAt: 0.001 })
    must(await node.panel.say(record, said("go on", { target: unknown.id })))
    const entries = await until(store.db, record, haveEnded(3))
    expect(entries.some(({ kind }) => kind === "compaction")).toBe(false)
  })

  test("where all messages are new, without a word of it", async () => {
    await compacting(says("the answer"))
    const record = await recordOf(store.db, [user("plank ".repeat(300)), agent("so be it")])
    expect(kindsBehind(await turnOf(record), 2)).toEqual(plain)
  })
})

describe("the tokens that a provider counted", () => {
  const usage = { input: 900, output: 100 }
  test("are the newest reply's, the prompt's and its own", () =>
    expect(reported(numbered([{ ...agent("1"), usage } as never, user("2")]))).toBe(1000)) // a draft of a message
  test("say nothing of a history that was changed since", () =>
    expect(
      reported(
        numbered([user("0"), { ...agent("1"), usage } as never, { kind: "rewind", to: 1, keep: true }]),
      ),
    ).toBe(0))
})
