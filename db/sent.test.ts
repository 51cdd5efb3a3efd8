import { afterAll, beforeAll, expect, test } from "vitest"
import type { EntryOf } from "#lib/record/entry.ts"
import { digestOf } from "./objects.ts"
import { createRecord } from "./records.ts"
import { appendSent, readSent } from "./sent.ts"
import { must, openTestStore, problemOf, type TestStore, testHeader } from "./test-store.ts"

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const bodies = ["{abc}", "{abcdef}", "{ab}", "{abXYZ 日本}", "", "{new}", "{new"].map((text) =>
  Buffer.from(text),
)

const sharedWith = (before: Buffer, after: Buffer): number => {
  let at = 0
  while (at < before.length && at < after.length && before[at] === after[at]) at += 1
  return at
}

test("each request comes back byte for byte, though only its own bytes are stored", async () => {
  const record = must(await createRecord(store.db, testHeader()))
  let before = Buffer.alloc(0)
  for (const [index, body] of bodies.entries()) {
    const shared = sharedWith(before, body)
    const entry: EntryOf<"sent"> = {
      seq: index + 1,
      id: `s${index}`,
      at: null,
      kind: "sent",
      by: "crossing",
      length: body.length,
      sha256: digestOf(body),
      shared,
    }
    must(
      await appendSent(store.db, { record, head: index, entries: [entry] }, [
        { entry, rest: body.subarray(shared) },
      ]),
    )
    before = body
  }
  for (const [index, body] of bodies.entries())
    expect(Buffer.from(must(await readSent(store.db, record, index + 1)))).toEqual(body)
  const [kept] = await store.db.sql<
    { bytes: number }[]
  >`select sum(octet_length(rest))::int as bytes from sent where record = ${record}`
  expect(kept?.bytes).toBeLessThan(bodies.reduce((sum, body) => sum + body.length, 0))
  expect(problemOf(await readSent(store.db, record, 99))).toBe("sent-unknown")
})

test("its bytes are as unchangeable as entries", async () => {
  await expect(store.db.sql`update sent set shared = 0`).rejects.toMatchObject({ code: "23001" })
  await expect(store.db.sql`delete from sent`).rejects.toMatchObject({ code: "23001" })
  await expect(store.db.sql`truncate sent`).rejects.toMatchObject({ code: "23001" })
})

test("a stale head stores neither entry nor bytes", async () => {
  const record = must(await createRecord(store.db, testHeader()))
  const entry: EntryOf<"sent"> = {
    seq: 4,
    id: "s",
    at: null,
    kind: "sent",
    by: "crossing",
    length: 1,
    sha256: digestOf(Buffer.from("x")),
    shared: 0,
  }
  expect(
    problemOf(
      await appendSent(store.db, { record, head: 3, entries: [entry] }, [{ entry, rest: Buffer.from("x") }]),
    ),
  ).toBe("stale-head")
  expect(problemOf(await readSent(store.db, record, 4))).toBe("sent-unknown")
})
