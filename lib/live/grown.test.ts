import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { createRecord } from "#db/records.ts"
import { must, openTestStore, type TestStore, testHeader } from "#db/test-store.ts"
import { type FakeProvider, fakeProvider, type Move } from "#e2e/fake/provider.ts"
import type { Act } from "#e2e/fake/scene.ts"
import { spoken } from "#e2e/fake/scenes.ts"
import { type Target, targets } from "#lib/dialect/targets.ts"
import { compaction, header } from "#lib/record/build.ts"
import { baseOf } from "./base-url.ts"
import { variablesOf } from "./key-variables.ts"
import { listRequests, requestBytes, type StoredRequest, verifyRecord } from "./requests.ts"
import { storePreferences } from "./set-provider.ts"
import { failures, haveEnded, type Node, openNode, said, until } from "./test-panel.ts"
import { openToolbox, type Toolbox } from "./tools/toolbox.ts"
import { openWriter } from "./turn/writer.ts"

/** Sessions of the real panel: what was sent, held against what the record gives and against the request before. */

let store: TestStore
let node: Node
let areReversed = false
beforeAll(async () => {
  store = await openTestStore()
  const usual = openToolbox({ config: { servers: [], policies: {}, timeoutSeconds: 30 }, db: store.db })
  const tools: Toolbox = {
    ...usual,
    tools: async () => {
      const offer = await usual.tools()
      return areReversed ? { ...offer, tools: offer.tools.toReversed() } : offer
    },
  }
  node = await openNode(store.db, { tools })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await node.close()
  await store.close()
})

/** A row of each dialect. */
const rows = [...new Map(targets.toReversed().map((target) => [target.dialect, target])).values()].map(
  (target) => [target.dialect, target] as const,
)

/** A reply that looks twice at once, and one that ends the turn. */
const looks = (n: number): Move => {
  const call = (name: string): Act => ({
    ...{ is: "call", id: `c${n}${name}AAAAAA`.slice(0, 9), name: "search_sessions" },
    arguments: `{"query": "elephants ${n}${name}"}`,
  })
  const thought: Act = { is: "reasoning", text: `Look for ${n}.`, sealed: btoa(`sealed ${n}`) }
  const acts: readonly Act[] = [thought, { is: "text", text: `I look ${n}.` }, call("a"), call("b")]
  return { does: "stream", scene: { ...spoken, id: `looks_${n}`, acts, ends: "tool-calls" } }
}
const says = (n: number): Move => ({ does: "stream", scene: { ...spoken, id: `says_${n}` } })

const turns = 8
/** Requests of a turn. */
const each = 4

const moves: readonly Move[] = [
  ...Array.from({ length: turns * each }, (_, n) => (n % each === each - 1 ? says(n) : looks(n))),
  ...Array.from({ length: 4 }, (_, n) => says(1000 + n)),
]

type Session = {
  readonly record: string
  readonly provider: FakeProvider
  /** Says something and waits for the end of its turn. */
  readonly say: (words: string, model?: string) => Promise<void>
}

const clock = (time: string): string => `You are careful. Now it is ${time}, and the day is long.`

const session = async (target: Target): Promise<Session> => {
  const provider = await fakeProvider(target.dialect, moves, 5)
  for (const name of variablesOf(target)) vi.stubEnv(name, "k")
  must(await storePreferences(store.db, target.id, { baseUrl: provider.at(baseOf(target)), params: {} }))
  const record = must(await createRecord(store.db, testHeader()))
  must(await (await openWriter(store.db, record)).append([header({ system: clock("10:00") })]))
  let ended = 0
  const say = async (words: string, model = "fake-1"): Promise<void> => {
    must(await node.panel.say(record, said(words, { target: target.id, model })))
    ended += 1
    const entries = await until(store.db, record, haveEnded(ended))
    expect(entries.at(-1)).toMatchObject({ kind: "turn", outcome: "done" })
  }
  return { record, provider, say }
}

const requestsOf = async (record: string): Promise<readonly StoredRequest[]> =>
  must(await listRequests(store.db, record, { after: 0, limit: 500 })).requests

/** The newest request's cut, and whether its byte is the first at which it leaves the one before. */
const newestCut = async (record: string) => {
  const [before, now] = (await requestsOf(record)).slice(-2)
  if (before === undefined || now === undefined) throw new Error("there are no two requests")
  const [old, young] = [
    must(await requestBytes(store.db, record, before.sent.seq)),
    must(await requestBytes(store.db, record, now.sent.seq)),
  ]
  const cut = now.prefix?.cut
  const byte = cut?.byte ?? -1
  const same = Buffer.compare(old.subarray(0, byte), young.subarray(0, byte)) === 0
  return { cut, isFirst: byte > 0 && same && old[byte] !== young[byte] }
}

describe.each(rows)("a session in dialect %s", (_, target) => {
  let on: Session
  beforeAll(async () => {
    on = await session(target)
    for (let n = 0; n < turns; n++) await on.say(`Look again, for the ${n}th time.`)
  }, 240_000)
  afterAll(() => on.provider.close())

  test("that only grew is an extension from request to request, all of them proved", async () => {
    const requests = await requestsOf(on.record)
    expect(requests).toHaveLength(turns * each)
    const [first, ...rest] = requests.map(({ prefix }) => [prefix?.outcome, prefix?.cut])
    expect(first).toEqual(["first", undefined])
    expect(rest).toEqual(rest.map(() => ["extension", undefined]))
    const proofs = must(await verifyRecord(store.db, on.record))
    expect(proofs.map(({ verdict }) => verdict.is)).toEqual(requests.map(() => "proved"))
    for (const [n, { sent }] of requests.entries()) {
      const stored = must(await requestBytes(store.db, on.record, sent.seq))
      expect(Buffer.compare(stored, on.provider.received[n]?.body ?? new Uint8Array())).toBe(0)
    }
  })

  test("whose prefix breaks names the cause, at the first byte that differs", async () => {
    const writer = await openWriter(store.db, on.record)
    const before = writer.entries.findLast((entry) => entry.kind === "header")
    if (before === undefined) throw new Error("there is no header")
    const { seq: _, id: __, at: ___, ...same } = before
    const [logged] = must(await writer.append([{ ...same, reason: "change", system: clock("10:01") }]))
    await on.say("What time is it?")
    const timed = await newestCut(on.record)
    expect(timed).toMatchObject({ cut: { cause: "system", seq: logged?.seq }, isFirst: true })

    areReversed = true
    await on.say("And with the tools in another order?")
    expect(await newestCut(on.record)).toMatchObject({ cut: { cause: "tools" }, isFirst: true })

    await on.say("And another model?", "fake-2")
    const model = await newestCut(on.record)
    expect(model.cut?.cause).toBe("target")
    if (model.cut?.pointer !== "") expect(model.isFirst).toBe(true) // else it is named outside of the body

    await writer.refresh()
    const [compacted] = must(await writer.append([compaction("They looked for elephants.", [1, 40])]))
    await on.say("And behind a summary?", "fake-2")
    const summed = await newestCut(on.record)
    expect(summed).toMatchObject({ cut: { cause: "compaction", seq: compacted?.seq }, isFirst: true })
    areReversed = false
    const proofs = must(await verifyRecord(store.db, on.record))
    expect(proofs.filter(({ verdict }) => verdict.is !== "proved")).toEqual([])
    expect(failures).toEqual([])
  })
})
