import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { must, openTestStore, problemOf, type TestStore } from "#db/test-store.ts"
import { image, text } from "#lib/record/build.ts"
import { listRequests, readRequest, requestBytes, verifyRecord, verifyRequest } from "./requests.ts"
import { damageStore, picture, storedTalk } from "./test-requests.ts"

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const stored = () => storedTalk(store.db)
const damage = (statement: string, values: readonly (string | number)[]): Promise<void> =>
  damageStore(store.db, statement, values)

const causes = async (record: string): Promise<readonly string[]> =>
  must(await verifyRecord(store.db, record)).map(({ verdict }) =>
    verdict.is === "mismatch" ? verdict.cause : verdict.is,
  )

const sound = ["proved", "proved", "proved"]

test("requests of a record are proved, byte for byte", async () => {
  const { record, seqs, on } = await stored()
  expect(must(await verifyRecord(store.db, record))).toEqual(
    seqs.map((seq) => ({ seq, verdict: { is: "proved", by: "bytes" } })),
  )
  for (const { entry, bytes } of on.sent) {
    expect(must(await verifyRequest(store.db, record, entry.seq)).verdict.is).toBe("proved")
    expect(Buffer.from(must(await requestBytes(store.db, record, entry.seq)))).toEqual(Buffer.from(bytes))
  }
})

test("they are listed in order, each against the one before it, in pages that agree", async () => {
  const { record, seqs } = await stored()
  const whole = must(await listRequests(store.db, record, { after: 0, limit: 50 }))
  expect(whole.requests.map(({ sent }) => sent.seq)).toEqual(seqs)
  expect(whole.requests.map(({ prefix }) => prefix?.outcome)).toEqual(["first", "extension", "cut"])
  expect(whole.requests[2]?.prefix?.cut).toMatchObject({ cause: "system", pointer: "/system/0/text" })
  expect(whole.next).toBeNull()
  const first = must(await listRequests(store.db, record, { after: 0, limit: 2 }))
  expect(first.next).toBe(seqs[1])
  const second = must(await listRequests(store.db, record, { after: first.next ?? 0, limit: 2 }))
  expect([...first.requests, ...second.requests]).toEqual(whole.requests)
  expect(must(await readRequest(store.db, record, seqs[2] ?? 0))).toEqual(whole.requests[2])
})

test("what is no request is refused", async () => {
  const { record } = await stored()
  for (const ask of [readRequest, verifyRequest, requestBytes]) {
    expect(problemOf(await ask(store.db, record, 1))).toBe("sent-unknown")
    expect(problemOf(await ask(store.db, "nobody", 1))).toBe("record-unknown")
  }
  expect(problemOf(await verifyRecord(store.db, "nobody"))).toBe("record-unknown")
  expect(problemOf(await listRequests(store.db, "nobody", { after: 0, limit: 1 }))).toBe("record-unknown")
  expect(problemOf(await listRequests(store.db, record, { after: 0, limit: 1, head: 99 }))).toBe("head-ahead")
})

describe("damage is found:", () => {
  const changed = "update entry set json = $3::json where record = $1 and seq = $2"

  test("stored bytes that were changed, also for the requests that share them", async () => {
    const { record, seqs } = await stored()
    expect(await causes(record)).toEqual(sound)
    await damage("update sent set rest = overlay(rest placing 'X' from 5) where record = $1 and seq = $2", [
      record,
      seqs[0] ?? 0,
    ])
    const [first, second] = must(await verifyRecord(store.db, record))
    expect(first?.verdict).toMatchObject({ is: "mismatch", cause: "stored-damaged", at: { byte: 4 } })
    expect(second?.verdict.is).toBe("mismatch")
  })

  test("a length that was changed", async () => {
    const { record, seqs } = await stored()
    await damage("update sent set shared = shared - 1 where record = $1 and seq = $2", [record, seqs[1] ?? 0])
    expect((await causes(record))[1]).toBe("stored-length")
  })

  test("bytes that are gone, and bytes whose entry is gone", async () => {
    const { record, seqs } = await stored()
    await damage("delete from sent where record = $1 and seq = $2", [record, seqs[2] ?? 0])
    const last = must(await verifyRequest(store.db, record, seqs[2] ?? 0))
    expect(last.verdict).toEqual({ is: "proved", by: "digest" })
    expect(problemOf(await requestBytes(store.db, record, seqs[2] ?? 0))).toBe("sent-unknown")
    await damage("update entry set json = $3::json where record = $1 and seq = $2", [
      record,
      seqs[1] ?? 0,
      JSON.stringify({ seq: seqs[1], id: "x", at: null, kind: "turn", turn: 1, phase: "start" }),
    ])
    expect((await causes(record))[1]).toBe("entry-damaged")
  })

  test("a message that was changed, in words and beyond recognition", async () => {
    const { record, on } = await stored()
    const words = JSON.stringify({ ...on.entries[1], blocks: [text("book"), image(picture)] })
    await damage(changed, [record, 2, words])
    expect(must(await verifyRecord(store.db, record))[0]?.verdict).toMatchObject({
      cause: "entry-differs",
      facts: { block: "2.0", seq: 2 },
    })
    await damage(changed, [record, 2, '{"seq":2}'])
    expect(await causes(record)).toEqual(["entry-damaged", "entry-damaged", "entry-damaged"])
    expect(must(await listRequests(store.db, record, { after: 0, limit: 9 })).requests).toHaveLength(3)
  })

  test("a header that was changed, and one that is none any more", async () => {
    const { record, on } = await stored()
    await damage(changed, [record, 1, JSON.stringify({ ...on.entries[0], system: "Be grief." })])
    expect(await causes(record)).toEqual(["header-differs", "header-differs", "proved"])
    await damage(changed, [record, 1, '{"seq":1,"id":"e1","at":null,"kind":"header"}'])
    expect(await causes(record)).toEqual(["entry-damaged", "entry-damaged", "entry-damaged"])
    expect(must(await listRequests(store.db, record, { after: 0, limit: 9 })).requests).toHaveLength(3)
  })

  test("a header that was never logged", async () => {
    const { record, on } = await stored()
    const odd = { kind: "turn", turn: 1, phase: "start" }
    const { seq, id, at } = on.entries[0] ?? { seq: 1, id: "e1", at: null }
    await damage(changed, [record, 1, JSON.stringify({ seq, id, at, ...odd })])
    expect((await causes(record)).slice(0, 2)).toEqual(["header-missing", "header-missing"])
  })

  test("an entry of a request that was changed", async () => {
    const { record, on, seqs } = await stored()
    const odd = { ...on.sent[0]?.entry, sha256: "0".repeat(64) }
    await damage(changed, [record, seqs[0] ?? 0, JSON.stringify(odd)])
    expect(await causes(record)).toEqual(["sent-damaged", "proved", "proved"])
  })

  test("an object whose bytes were changed, and one that is gone", async () => {
    const { record } = await stored()
    await damage("update object set bytes = 'other' where sha256 = $1", [picture])
    expect(await causes(record)).toEqual(["object-missing", "object-missing", "object-missing"])
    await damage("delete from object where sha256 = $1", [picture])
    expect(await causes(record)).toEqual(["object-missing", "object-missing", "object-missing"])
  })
})
