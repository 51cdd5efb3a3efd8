import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { deleteRecord } from "#db/deletion.ts"
import { append } from "#db/entries.ts"
import { digestOf } from "#db/objects.ts"
import { createRecord, readHeader } from "#db/records.ts"
import { must, numbered, openTestStore, type TestStore, testHeader } from "#db/test-store.ts"
import { agent, image, text, user } from "#lib/record/build.ts"
import type { Entry } from "#lib/record/entry.ts"
import { printLine } from "#lib/record/record.ts"
import { logLines } from "./log-lines.ts"
import { door, file, mainOf } from "./test-import.ts"

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const { reportOf } = door(() => store.db)

describe("our own logs", () => {
  const logOf = async (record: string): Promise<readonly string[]> => {
    const lines: string[] = []
    for await (const line of must(await logLines(store.db, record))) lines.push(line)
    return lines
  }
  const written = async (title: string): Promise<string> => {
    const bytes = Buffer.from(`picture of ${title}`)
    const object = { sha256: digestOf(bytes), mediaType: "image/png", bytes }
    const record = must(await createRecord(store.db, testHeader({ title })))
    const entries = numbered([user([text("look \u0000"), image(object.sha256)]), agent("seen")])
    must(await append(store.db, { record, head: 0, entries, objects: [object] }))
    return record
  }

  test("bring back what was deleted, byte for byte, under its id and with its objects", async () => {
    const record = await written("a chat")
    const log = await logOf(record)
    must(await deleteRecord(store.db, record))
    const report = await reportOf(file(log), "chat.crossing.jsonl")
    expect(report).toMatchObject({
      format: "crossing",
      status: "new",
      records: [{ id: record, title: "a chat", added: 2 }],
    })
    expect(await logOf(record)).toEqual(log)
  })

  test("add nothing to a record that is still here, and what is new to one that is older", async () => {
    const record = await written("still here")
    const log = await logOf(record)
    expect(await reportOf(file(log))).toMatchObject({ status: "same", records: [{ id: record, added: 0 }] })
    const more = printLine(numbered([user("more", { id: "more" })], 2)[0] as Entry) // one draft gives one entry
    expect(await reportOf(file([...log, more]))).toMatchObject({
      status: "grown",
      records: [{ id: record, added: 1 }],
    })
    expect(await logOf(record)).toEqual([...log, more])
    expect(await reportOf(file(log))).toMatchObject({
      status: "same",
      records: [{ id: record, head: 3, added: 0 }],
    })
  })

  test("that say otherwise of the same record become a copy, and the record stays as it is", async () => {
    const record = await written("disputed")
    const log = await logOf(record)
    const forged = log.map((line) => line.replace("seen", "seem"))
    const report = await reportOf(file(forged))
    expect(report).toMatchObject({ status: "changed", changed: "bytes", records: [{ head: 2, added: 2 }] })
    expect(mainOf(report)).not.toBe(record)
    expect(await logOf(record)).toEqual(log)
  })

  test("of several records keep who came from whom", async () => {
    const parent = await written("parent")
    const child = must(
      await createRecord(store.db, testHeader({ parent: { record: parent, seq: 1, how: "fork" } })),
    )
    must(await append(store.db, { record: child, head: 0, entries: numbered([user("x")]) }))
    const logs = file([...(await logOf(parent)), ...(await logOf(child))])
    for (const record of [parent, child]) must(await deleteRecord(store.db, record))
    must(await createRecord(store.db, testHeader({ id: parent }))) // somebody else's by now
    const report = await reportOf(logs)
    const [copy, fork] = report.records
    expect(copy?.id).not.toBe(parent)
    expect(fork?.id).toBe(child)
    expect(must(await readHeader(store.db, child)).parent).toEqual({ record: copy?.id, seq: 1, how: "fork" })
  })
})
