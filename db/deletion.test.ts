import { afterAll, beforeAll, expect, test } from "vitest"
import { agent, image, text, user } from "#lib/record/build.ts"
import type { StoredObject } from "#lib/record/record.ts"
import { inTransaction } from "./connect.ts"
import { saveCounts } from "./counts.ts"
import { countForDeletion, deleteRecord, listDeletions } from "./deletion.ts"
import { append, readEntries } from "./entries.ts"
import { addFile, getImport, startImport } from "./imports.ts"
import { digestOf, getObject, putObjects } from "./objects.ts"
import { createRecord } from "./records.ts"
import { addSegment, createSource, findSources, saveSourceRecord } from "./sources.ts"
import { must, numbered, openTestStore, problemOf, type TestStore, testHeader } from "./test-store.ts"

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const objectOf = (content: string): StoredObject => {
  const bytes = Buffer.from(content)
  return { sha256: digestOf(bytes), mediaType: "image/png", bytes }
}

const recordWith = async (...objects: readonly StoredObject[]): Promise<string> => {
  const record = must(await createRecord(store.db, testHeader({ title: "secret words" })))
  const entries = numbered([user([text("hi"), ...objects.map(({ sha256 }) => image(sha256))]), agent("yes")])
  must(await append(store.db, { record, head: 0, entries, objects }))
  return record
}

const rowsNaming = async (record: string): Promise<number> => {
  const [row] = await store.db.sql<{ n: number }[]>`
    select ((select count(*) from record where id = ${record}) + (select count(*) from entry where record = ${record})
      + (select count(*) from search where record = ${record}) + (select count(*) from naming where record = ${record})
      + (select count(*) from count where record = ${record}) + (select count(*) from source_record where record = ${record})
    )::int as n`
  return row?.n ?? -1
}

test("takes the record, all that hangs on it and the objects only it names; the count told so before", async () => {
  const own = objectOf("only mine")
  const shared = objectOf("ours")
  const record = await recordWith(own, shared)
  const other = await recordWith(shared)
  await saveCounts(
    store.db,
    record,
    { target: "anthropic", head: 2, projector: 1, carried: 1, altered: 0, dropped: 0, made: 0, findings: 0 },
    true,
  )
  const told = must(await countForDeletion(store.db, record))
  expect(told).toMatchObject({ entries: 2, blocks: 4, objects: 1 })
  expect(told.bytes).toBeGreaterThan(own.bytes.length)
  expect(must(await deleteRecord(store.db, record))).toEqual(told)
  expect(await rowsNaming(record)).toBe(0)
  expect(problemOf(await getObject(store.db, own.sha256))).toBe("object-missing")
  expect(must(await getObject(store.db, shared.sha256)).bytes).toEqual(shared.bytes)
  expect(await readEntries(store.db, other, { limit: 9 })).toHaveLength(2)
  const [line] = await listDeletions(store.db, 1)
  expect(line).toEqual({ record, at: expect.stringMatching(/^\d{4}-.*Z$/), ...told })
  expect(JSON.stringify(line)).not.toContain("secret")
})

test("an unknown record is a problem", async () => {
  expect(problemOf(await deleteRecord(store.db, "none"))).toBe("record-unknown")
  expect(problemOf(await countForDeletion(store.db, "none"))).toBe("record-unknown")
})

test("a source with its segments and receipts goes with the last of its records", async () => {
  const main = await recordWith()
  const side = await recordWith()
  const segment = objectOf("two records' lines")
  await putObjects(store.db, [segment])
  await createSource(store.db, { id: "source-1", format: "claude-code", identity: "s1" })
  await addSegment(store.db, "source-1", { sha256: segment.sha256, bytes: segment.bytes.length, breaks: 0 })
  for (const [index, record] of [main, side].entries())
    await saveSourceRecord(store.db, "source-1", { n: index + 1, record, entries: 2 })
  const id = await startImport(store.db, "session.jsonl")
  const report = {
    name: "session.jsonl",
    format: "claude-code",
    bytes: 1,
    status: "new" as const,
    records: [
      { id: main, n: 1, title: null, head: 2, added: 2 },
      { id: side, n: 2, title: null, head: 2, added: 2 },
    ],
    receipt: { read: 4, kept: 4, duplicate: 0, structural: 0, unread: 0, repaired: 0 },
    structural: {},
    unread: [],
  }
  await addFile(store.db, id, "session.jsonl", { ok: true, value: report }, "source-1")
  expect(must(await countForDeletion(store.db, main)).objects).toBe(0)
  must(await deleteRecord(store.db, main))
  expect(must(await getObject(store.db, segment.sha256)).bytes).toEqual(segment.bytes)
  const kept = must(await getImport(store.db, id)).files[0]
  expect(kept?.outcome.ok === true ? kept.outcome.value.records.map((record) => record.id) : []).toEqual([
    side,
  ])
  expect(must(await countForDeletion(store.db, side)).objects).toBe(1)
  must(await deleteRecord(store.db, side))
  expect(problemOf(await getObject(store.db, segment.sha256))).toBe("object-missing")
  expect(await findSources(store.db, "claude-code", "s1")).toEqual([])
  expect(problemOf(await getImport(store.db, id))).toBe("import-unknown")
})

test("an object that is being named at the same moment stays", async () => {
  const object = objectOf("in a race")
  const record = await recordWith(object)
  const other = must(await createRecord(store.db, testHeader()))
  let go: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  let put: () => void = () => undefined
  const isPut = new Promise<void>((resolve) => {
    put = resolve
  })
  const writing = inTransaction(store.db, async (db) => {
    await putObjects(db, [object])
    put()
    await held
    const entries = numbered([user([image(object.sha256)])])
    must(await append(db, { record: other, head: 0, entries }))
  })
  await isPut
  const deleting = deleteRecord(store.db, record)
  await new Promise((resolve) => setTimeout(resolve, 200))
  go()
  await writing
  must(await deleting)
  expect(must(await getObject(store.db, object.sha256)).bytes).toEqual(object.bytes)
})

test("nobody appends to a record that is being deleted", async () => {
  const record = await recordWith()
  const [deleted, appended] = await Promise.all([
    deleteRecord(store.db, record),
    append(store.db, { record, head: 2, entries: numbered([user("late")], 2) }),
  ])
  must(deleted)
  if (!appended.ok) expect(appended.problem.id).toBe("record-unknown")
  expect(await rowsNaming(record)).toBe(0)
})
