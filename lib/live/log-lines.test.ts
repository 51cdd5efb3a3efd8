import { afterAll, beforeAll, expect, test } from "vitest"
import { append } from "#db/entries.ts"
import { digestOf } from "#db/objects.ts"
import { createRecord } from "#db/records.ts"
import { must, numbered, openTestStore, problemOf, type TestStore, testHeader } from "#db/test-store.ts"
import { image, text, user } from "#lib/record/build.ts"
import { parseLog, printLog } from "#lib/record/log.ts"
import { parseHeader } from "#lib/record/record.ts"
import { logLines } from "./log-lines.ts"

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const all = async (lines: AsyncIterable<string>): Promise<readonly string[]> => {
  const gathered: string[] = []
  for await (const line of lines) gathered.push(line)
  return gathered
}

test("a stored record's log is the one that is printed in memory, however long it is", async () => {
  const picture = Buffer.from("a picture")
  const object = { sha256: digestOf(picture), mediaType: "image/png", bytes: picture }
  const header = must(parseHeader(testHeader({ title: "Long" }))) // keys in the schema's order
  const record = must(await createRecord(store.db, header))
  const seen = (n: number) => user([text(`look ${n}`), image(object.sha256)])
  const entries = numbered(
    Array.from({ length: 450 }, (_, n) => (n % 100 === 7 ? seen(n) : user(`say ${n}`))),
  )
  must(await append(store.db, { record, head: 0, entries, objects: [object] }))

  const lines = await all(must(await logLines(store.db, record)))
  const bytes = new Map([[object.sha256, object]])
  expect(lines).toEqual([...printLog({ header, entries }, (sha256) => bytes.get(sha256))])
  const log = must(parseLog(lines.join("\n")))
  expect(log.records).toEqual([{ header, entries }])
  expect(log.objects.map(({ sha256 }) => sha256)).toEqual([object.sha256])
})

test("a missing object is left out, and a missing record refused", async () => {
  const record = must(await createRecord(store.db, testHeader()))
  must(await append(store.db, { record, head: 0, entries: numbered([user([image("0".repeat(64))])]) }))
  expect(await all(must(await logLines(store.db, record)))).toHaveLength(2)
  expect(problemOf(await logLines(store.db, "nobody"))).toBe("record-unknown")
})
