import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { append } from "#db/entries.ts"
import { waitingInputs } from "#db/inputs.ts"
import { createRecord } from "#db/records.ts"
import { must, numbered, openTestStore, problemOf, type TestStore, testHeader } from "#db/test-store.ts"
import { fakeProvider } from "#e2e/fake/provider.ts"
import { spoken } from "#e2e/fake/scenes.ts"
import { targetOf } from "#lib/dialect/targets.ts"
import { lineOf } from "#lib/line/line.ts"
import { agent, call, result, user } from "#lib/record/build.ts"
import { admission } from "#lib/record/record.ts"
import { baseOf } from "./base-url.ts"
import { applyStored } from "./plans.ts"
import { storePreferences } from "./set-provider.ts"
import { door, mainOf } from "./test-import.ts"
import { entriesOf, failures, haveEnded, type Node, openNode, said, until } from "./test-panel.ts"

/** What failed in the field, by its number in `cases.md`: what a live session leaves in the store. */

let store: TestStore
let node: Node
beforeAll(async () => {
  store = await openTestStore()
  node = await openNode(store.db)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await node.close()
  await store.close()
})

/** All that the store holds of anything, as text; bytes too. */
const everything = async (): Promise<string> => {
  const tables = await store.db.sql<{ name: string }[]>`
    select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await store.db.sql.unsafe(`select * from ${name}`)
      return JSON.stringify(rows, (_, value: unknown) =>
        typeof value === "object" &&
        value !== null &&
        "type" in value &&
        value.type === "Buffer" &&
        "data" in value
          ? Buffer.from(value.data as number[]).toString() // a Buffer's own JSON
          : value,
      )
    }),
  )
  return texts.join("\n")
}

const key = "sk-that-nobody-may-keep"

test("99: what was sent is kept without the headers that carried the key", async () => {
  const kimi = targetOf("kimi")
  if (kimi === undefined) throw new Error("no such target")
  vi.stubEnv("MOONSHOT_API_KEY", key)
  const refusal = { error: { message: `The key ${key} may not do this.` } }
  const provider = await fakeProvider("chat", [
    { does: "stream", scene: spoken },
    { does: "refuse", status: 400, body: JSON.stringify(refusal) },
  ])
  must(await storePreferences(store.db, "kimi", { baseUrl: provider.at(baseOf(kimi)), params: {} }))
  const record = must(await createRecord(store.db, testHeader()))
  for (const [n, words] of ["The word is xylophone.", "Again?"].entries()) {
    must(await node.panel.say(record, said(words, { target: "kimi" })))
    await until(store.db, record, haveEnded(n + 1))
  }
  expect(provider.received.map(({ headers }) => headers.authorization)).toEqual([
    `Bearer ${key}`,
    `Bearer ${key}`,
  ])
  await provider.close()
  const kept = await everything()
  expect(kept).toContain("xylophone")
  expect(kept).toContain("may not do this")
  expect(kept).not.toContain(key)
  expect(failures).toEqual([])
})

const before = [user("go"), agent("done")]

test("106: what cannot go back where it says is refused before anything is done", async () => {
  const record = must(await createRecord(store.db, testHeader()))
  must(await append(store.db, { record, head: 0, entries: numbered(before) }))
  const back = { ...said("else"), rewind: { to: 3, keep: true } }
  expect(problemOf(await node.panel.say(record, back))).toBe("entry-unknown")
  expect(await waitingInputs(store.db, record)).toEqual([])
  expect(await entriesOf(store.db, record)).toHaveLength(before.length)
})

test("106, 107: going back and what is said then are there together, and the record is one that can be read", async () => {
  const record = must(await createRecord(store.db, testHeader()))
  must(await append(store.db, { record, head: 0, entries: numbered(before) }))
  must(await node.panel.say(record, { ...said("else"), rewind: { to: 1, keep: false } }))
  const seen = await until(store.db, record, (entries) => entries.length > before.length)
  expect(seen.slice(2, 5).map(({ kind }) => kind)).toEqual(["turn", "rewind", "message"])
  const entries = await until(store.db, record, haveEnded(1))
  const { admit } = admission()
  for (const entry of entries) expect(admit(entry)).toMatchObject({ ok: true })
})

/** Makes the store fail at the entries that a condition names, for as long as the work takes. */
const failing = async <Value>(when: string, work: () => Promise<Value>): Promise<Value> => {
  await store.db.sql.unsafe(`
    create function fail_late() returns trigger language plpgsql as $$
    begin raise exception 'disk full' using errcode = '53100'; end $$;
    create trigger fail_late before insert on entry for each row when (${when}) execute function fail_late();`)
  try {
    return await work()
  } finally {
    await store.db.sql.unsafe("drop trigger fail_late on entry; drop function fail_late")
  }
}

test("106: an act of several steps that fails in the middle has done nothing, and can be done again", async () => {
  const long = "x".repeat(500)
  const drafts = [user("go"), agent([call("a"), call("b")]), result("a", long), result("b", long)]
  const record = must(await createRecord(store.db, testHeader()))
  must(await append(store.db, { record, head: 0, entries: numbered(drafts) }))
  const ask = { kind: "microcompaction", keep: 0 } as const
  const apply = () => applyStored(store.db, record, ask, 4)
  await expect(failing("new.seq = 6", apply)).rejects.toMatchObject({ code: "53100" })
  expect(await entriesOf(store.db, record)).toHaveLength(4)
  expect(must(await apply()).seqs).toEqual([5, 6])
})

test("106: a fork that fails in the middle leaves no record", async () => {
  const record = must(await createRecord(store.db, testHeader()))
  must(await append(store.db, { record, head: 0, entries: numbered([user("go"), agent("so"), user("on")]) }))
  const count = async () => (await store.db.sql`select 1 from record`).length
  const before = await count()
  const fork = () => applyStored(store.db, record, { kind: "fork", through: 2 }, 3)
  await expect(failing("new.seq = 2", fork)).rejects.toMatchObject({ code: "53100" })
  expect(await count()).toBe(before)
  const made = must(await fork())
  expect(await entriesOf(store.db, made.record)).toHaveLength(2)
})

test("106: a rewind that names no entry before it is not stored; the line is kept as unread, and told", async () => {
  const id = "restored"
  const header = { kind: "record", version: 1, id, createdAt: null }
  const lines = [
    header,
    ...numbered([user("go"), agent("so")]),
    { seq: 3, id: "r", at: null, kind: "rewind", to: 9, keep: true },
  ]
  const { reportOf } = door(() => store.db)
  const report = await reportOf(`${lines.map((line) => JSON.stringify(line)).join("\n")}\n`)
  expect(report).toMatchObject({ receipt: { unread: 1 }, unread: [{ line: 4, why: "rewind-ahead" }] })
  const entries = await entriesOf(store.db, mainOf(report))
  expect(entries.map(({ kind }) => kind)).toEqual(["message", "message"])
})

test("107: a rewind that failed can be tried again, and one that was done takes nothing more when it is", async () => {
  const record = must(await createRecord(store.db, testHeader()))
  const drafts = [user("1"), agent("2"), user("3"), agent("4"), user("5")]
  must(await append(store.db, { record, head: 0, entries: numbered(drafts) }))
  const back = { kind: "rewind", to: 2, keep: true } as const
  const apply = () => applyStored(store.db, record, back, 5)
  await expect(failing("new.kind = 'rewind'", apply)).rejects.toMatchObject({ code: "53100" })
  expect(await entriesOf(store.db, record)).toHaveLength(5)
  must(await apply())
  expect(problemOf(await apply())).toBe("plan-stale") // whoever did not hear that it was done
  const kept = lineOf(await entriesOf(store.db, record)).items
  must(await applyStored(store.db, record, back, 6))
  expect(lineOf(await entriesOf(store.db, record)).items).toEqual(kept)
})
