import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { countsOf, uncounted } from "#db/counts.ts"
import { append } from "#db/entries.ts"
import { countRecords, getRecord } from "#db/list.ts"
import { createRecord } from "#db/records.ts"
import { must, numbered, openTestStore, problemOf, type TestStore, testHeader } from "#db/test-store.ts"
import { projector } from "#lib/dialect/words.ts"
import {
  agent,
  call,
  type Draft,
  header,
  reasoning,
  replacement,
  rewind,
  text,
  undo,
  user,
} from "#lib/record/build.ts"
import { countPending, countRecord, ownTarget } from "./counting.ts"

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const stored = async (...drafts: readonly Draft[]): Promise<string> => {
  const record = must(await createRecord(store.db, testHeader()))
  must(await append(store.db, { record, head: 0, entries: numbered(drafts) }))
  return record
}

const own = (provider: string, dialect: string): string =>
  ownTarget(numbered([header({ target: { provider, dialect, model: "m" } })])).id

describe("a record's own target", () => {
  test("is its newest header's, by provider first and by dialect where the provider has no row", () => {
    expect(own("openai", "chat")).toBe("openai")
    expect(own("openai-compatible", "chat")).toBe("openai-compatible")
    expect(own("openai", "responses")).toBe("openai-responses")
    expect(own("moonshot", "chat")).toBe("kimi")
    expect(own("anthropic", "messages")).toBe("anthropic")
    expect(own("someone", "chat")).toBe("openai-compatible")
    expect(own("someone", "messages")).toBe("anthropic")
    expect(own("someone", "smoke-signals")).toBe("anthropic")
    const turned = [header(), header({ target: { provider: "openai", dialect: "chat", model: "m" } })]
    expect(ownTarget(numbered(turned)).id).toBe("openai")
  })

  test("is anthropic where no header is stored", () =>
    expect(ownTarget(numbered([user("hi")])).id).toBe("anthropic"))
})

describe("counts", () => {
  test("are those of the projection, for the head they were made of", async () => {
    const record = await stored(user("hi"), agent([reasoning("hm"), text("yes"), call("c1")]))
    must(await countRecord(store.db, record))
    const [counts] = await countsOf(store.db, record, projector)
    expect(counts).toMatchObject({ target: "anthropic", head: 2, projector, carried: 3, dropped: 1 })
    must(await append(store.db, { record, head: 2, entries: numbered([user("more")], 2) }))
    expect(await countsOf(store.db, record, projector)).toEqual([])
  })

  test("are made of all that is not counted, once for all who ask", async () => {
    const records = [await stored(user("a")), await stored(user("b"))]
    await Promise.all([countPending(store.db), countPending(store.db)])
    expect(await uncounted(store.db, projector, 10)).toEqual([])
    for (const record of records) expect(await countsOf(store.db, record, projector)).toHaveLength(1)
  })

  test("of no record are refused", async () =>
    expect(problemOf(await countRecord(store.db, "nobody"))).toBe("record-unknown"))
})

describe("mirrored quotes", () => {
  const quotesOf = async (record: string) => must(await getRecord(store.db, record, projector)).quotes
  const mirrored = 'I ran \\"ls\\" and `echo \\"x\\"`'

  test("rise with each reply that is stored, and with nobody else's words", async () => {
    const record = await stored(user(mirrored), agent("plain"))
    expect(await quotesOf(record)).toBe(0)
    must(await append(store.db, { record, head: 2, entries: numbered([agent(mirrored)], 2) }))
    must(await append(store.db, { record, head: 3, entries: numbered([user("so"), agent(mirrored)], 3) }))
    expect(await quotesOf(record)).toBe(4)
    expect(await countRecords(store.db, { projector, quotes: true })).toBe(1)
  })

  test("are counted anew where an act changes what stands: they fall with a repair, and come back", async () => {
    const record = await stored(agent(mirrored), user("so"), agent(mirrored))
    const acts: readonly (readonly [Draft, number])[] = [
      [replacement("1.0", text("plain"), "repaired"), 2],
      [rewind(1, false), 0],
      [undo(5), 2],
      [undo(4), 4],
    ]
    for (const [at, [draft, left]] of acts.entries()) {
      must(await append(store.db, { record, head: 3 + at, entries: numbered([draft], 3 + at) }))
      expect(await quotesOf(record)).toBeNull()
      await countPending(store.db)
      expect([at, await quotesOf(record)]).toEqual([at, left])
    }
  })

  test("that nobody counted yet are counted in the background, before more is added to them", async () => {
    const record = await stored(agent(mirrored))
    await countPending(store.db)
    await store.db.sql`update record set quotes = null where id = ${record}`
    must(await append(store.db, { record, head: 1, entries: numbered([agent(mirrored)], 1) }))
    expect(await quotesOf(record)).toBeNull()
    await countPending(store.db)
    expect(await quotesOf(record)).toBe(4)
  })
})
