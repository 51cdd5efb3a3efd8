import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { agent, call, header, image, result, text, user } from "#lib/record/build.ts"
import type { Entry } from "#lib/record/entry.ts"
import { printLine } from "#lib/record/record.ts"
import { append, headOf, readEntries, readLines, readLog } from "./entries.ts"
import { digestOf, getObject } from "./objects.ts"
import { createRecord } from "./records.ts"
import { must, numbered, openTestStore, problemOf, type TestStore, testHeader } from "./test-store.ts"

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const newRecord = async (): Promise<string> => must(await createRecord(store.db, testHeader()))

const stateOf = (error: unknown): unknown => (error as { code?: unknown }).code // an error of the server has one

describe("append", () => {
  test("adds entries in order, and reads them back whole, in stretches and as a log", async () => {
    const record = await newRecord()
    const entries = numbered([header(), user("hi"), agent([text("yes"), call("c1")]), result("c1")])
    expect(await append(store.db, { record, head: 0, entries })).toEqual({ ok: true, value: 4 })
    expect(await readEntries(store.db, record, { limit: 10 })).toEqual(entries)
    expect(await readEntries(store.db, record, { after: 1, limit: 2 })).toEqual(entries.slice(1, 3))
    expect(await readEntries(store.db, record, { after: 1, through: 2, limit: 9 })).toEqual(
      entries.slice(1, 2),
    )
    expect(await readEntries(store.db, record, { kinds: ["header"], limit: 9 })).toEqual(entries.slice(0, 1))
    expect(must(await readLog(store.db, record, { asOf: 3 })).entries).toEqual(entries.slice(0, 3))
    expect(must(await readLog(store.db, record)).header.id).toBe(record)
  })

  test("keeps what a record is counted by", async () => {
    const record = await newRecord()
    const picture = digestOf(Buffer.from("picture"))
    const entries = numbered([
      header(),
      user([text("a"), image(picture)]),
      result("c1", [text("x"), image(picture)]),
    ])
    must(await append(store.db, { record, head: 0, entries }))
    const [row] = await store.db.sql`select head, blocks, unread, models from record where id = ${record}`
    expect(row).toEqual({ head: 3, blocks: 5, unread: 0, models: ["claude-x"] })
    const names = await store.db.sql`select sha256, media from naming where record = ${record}`
    expect([...names]).toEqual([{ sha256: picture, media: true }])
  })

  test("refuses another head than the record's, naming both", async () => {
    const record = await newRecord()
    must(await append(store.db, { record, head: 0, entries: numbered([user("one")]) }))
    const late = await append(store.db, { record, head: 0, entries: numbered([user("two")]) })
    expect(late).toEqual({ ok: false, problem: { id: "stale-head", facts: { expected: 0, head: 1 } } })
    const early = await append(store.db, { record, head: 5, entries: numbered([user("six")], 5) })
    expect(early).toEqual({ ok: false, problem: { id: "stale-head", facts: { expected: 5, head: 1 } } })
    expect(await headOf(store.db, record)).toBe(1)
  })

  test("refuses an unknown record and a repeated id, and adds nothing of that batch", async () => {
    expect(
      problemOf(await append(store.db, { record: "none", head: 0, entries: numbered([user("x")]) })),
    ).toBe("record-unknown")
    const record = await newRecord()
    must(await append(store.db, { record, head: 0, entries: numbered([user("one", { id: "same" })]) }))
    const entries = numbered([user("two"), user("three", { id: "same" })], 1)
    expect(problemOf(await append(store.db, { record, head: 1, entries }))).toBe("id-repeated")
    expect(await headOf(store.db, record)).toBe(1)
    expect(await readEntries(store.db, record, { limit: 9 })).toHaveLength(1)
  })

  test("throws where numbers do not follow the head", async () => {
    const record = await newRecord()
    await expect(append(store.db, { record, head: 0, entries: numbered([user("x")], 3) })).rejects.toThrow(
      /does not follow/,
    )
  })

  test("stores new objects with the entries that name them, or neither", async () => {
    const record = await newRecord()
    const bytes = Buffer.from([0, 255, 1])
    const object = { sha256: digestOf(bytes), mediaType: "image/png", bytes }
    const entries = numbered([user([image(object.sha256)])])
    expect(
      problemOf(
        await append(store.db, { record, head: 7, entries: numbered([user("x")], 7), objects: [object] }),
      ),
    ).toBe("stale-head")
    must(await append(store.db, { record, head: 0, entries, objects: [object] }))
    expect(must(await getObject(store.db, object.sha256)).bytes).toEqual(bytes)
  })

  test("many writers at once: no gap, no entry lost, every loser told", async () => {
    const record = await newRecord()
    const each = 25
    const write = async (writer: number): Promise<number> => {
      let conflicts = 0
      for (let n = 0; n < each; ) {
        const head = (await headOf(store.db, record)) ?? 0
        const entries = numbered([user(`${writer}:${n}`, { id: `w${writer}-${n}` })], head)
        const done = await append(store.db, { record, head, entries })
        if (done.ok) n += 1
        else {
          expect(done.problem.id).toBe("stale-head")
          conflicts += 1
        }
      }
      return conflicts
    }
    const conflicts = await Promise.all([1, 2, 3, 4, 5, 6].map(write))
    const entries = await readEntries(store.db, record, { limit: 1000 })
    expect(entries.map((entry) => entry.seq)).toEqual(
      Array.from({ length: 6 * each }, (_, index) => index + 1),
    )
    expect(new Set(entries.map((entry) => entry.id)).size).toBe(6 * each)
    expect(conflicts.reduce((total, n) => total + n, 0)).toBeGreaterThan(0)
  })
})

describe("exact text", () => {
  const hard: readonly string[] = [
    "nul \u0000 inside",
    "lone \ud83d high and \ude00 low",
    'quotes " and \\ and /',
    "\u2028\u2029 \u0007 tab\t line\n",
    "😀 日本語 العربية",
  ]
  test.each(hard)("text %j", async (value) => {
    const record = await newRecord()
    const entries = numbered([user(value, { id: value })])
    must(await append(store.db, { record, head: 0, entries }))
    expect(await readLines(store.db, record, { limit: 1 })).toEqual([
      { seq: 1, json: printLine(entries[0] as Entry) },
    ])
    expect(await readEntries(store.db, record, { limit: 1 })).toEqual(entries)
  })

  test("key order, big numbers, 1.10 and repeated keys inside JSON text", async () => {
    const record = await newRecord()
    const raw = '{ "2":1, "1":12345678901234567890, "a":1.10, "a":2, "\\u0000":"\\ud800" }'
    const entries = numbered([agent([call("c", "bash", raw)])])
    must(await append(store.db, { record, head: 0, entries }))
    const [line] = await readLines(store.db, record, { limit: 1 })
    expect(line?.json).toBe(printLine(entries[0] as Entry))
    expect(line?.json).toContain(JSON.stringify(raw))
  })

  test("the json column itself keeps a document byte for byte", async () => {
    const raw = '{"b":1,"a":1.10,"10":1,"9":12345678901234567890,"a":"\\u0000\\ud800", "sp" : [ ] }'
    const [row] = await store.db.sql<{ json: string }[]>`select ${raw}::json as json`
    expect(row?.json).toBe(raw)
  })

  test("two ids that a text column cannot tell apart stay two", async () => {
    const record = await newRecord()
    const entries = numbered([
      user("a", { id: "x\u0000" }),
      user("b", { id: "x " }),
      user("c", { id: "x\ud800" }),
    ])
    must(await append(store.db, { record, head: 0, entries }))
    expect(await readEntries(store.db, record, { limit: 9 })).toEqual(entries)
  })
})

describe("append-only", () => {
  const statements = [
    "update entry set kind = 'x' where record = $1",
    "update entry set json = json where record = $1",
    "delete from entry where record = $1",
  ]
  test.each(statements)("%s is refused", async (statement) => {
    const record = await newRecord()
    must(await append(store.db, { record, head: 0, entries: numbered([user("x")]) }))
    const refusal = await store.db.sql.unsafe(statement, [record]).catch(stateOf)
    expect(refusal).toBe("23001")
    expect(await readEntries(store.db, record, { limit: 9 })).toHaveLength(1)
  })

  test("truncate is refused, even while deleting", async () => {
    const refusal = await store.db.sql
      .begin(async (sql) => {
        await sql`select set_config('crossing.deleting', 'on', true)`
        await sql`truncate entry cascade`
      })
      .catch(stateOf)
    expect(refusal).toBe("23001")
  })

  test("an update is refused even while deleting, and deleting ends with its transaction", async () => {
    const record = await newRecord()
    must(await append(store.db, { record, head: 0, entries: numbered([user("x")]) }))
    const sql = await store.db.sql.reserve() // one connection, so that the setting would be seen if it stayed
    await sql.unsafe("begin")
    await sql`select set_config('crossing.deleting', 'on', true)`
    expect(await sql`update entry set kind = 'x' where record = ${record}`.catch(stateOf)).toBe("23001")
    await sql.unsafe("rollback")
    await sql.unsafe("begin")
    await sql`select set_config('crossing.deleting', 'on', true)`
    await sql.unsafe("commit")
    expect(await sql`delete from entry where record = ${record}`.catch(stateOf)).toBe("23001")
    sql.release()
  })
})
