import { afterAll, beforeAll, expect, test } from "vitest"
import { answer, image, text, tools, user } from "#lib/record/build.ts"
import { append } from "./entries.ts"
import { digestOf, getObject, isNamed, loadObjects, putObjects } from "./objects.ts"
import { createRecord } from "./records.ts"
import { must, numbered, openTestStore, problemOf, type TestStore, testHeader } from "./test-store.ts"

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const objectOf = (content: string | Uint8Array, mediaType = "image/png") => {
  const bytes = Buffer.from(content)
  return { sha256: digestOf(bytes), mediaType, bytes }
}

test("every byte comes back, and storing again changes nothing", async () => {
  const all = objectOf(Uint8Array.from({ length: 1024 }, (_, index) => index % 256))
  const empty = objectOf("")
  await putObjects(store.db, [all, empty, all])
  await putObjects(store.db, [{ ...all, mediaType: "image/gif" }])
  expect(must(await getObject(store.db, all.sha256))).toEqual(all)
  expect(must(await getObject(store.db, empty.sha256)).bytes).toHaveLength(0)
})

test("a missing and a damaged one are told apart, and never replaced", async () => {
  const damaged = objectOf("as it was")
  await putObjects(store.db, [damaged])
  await store.db.sql`update object set bytes = ${Buffer.from("as it is")} where sha256 = ${damaged.sha256}`
  expect(await getObject(store.db, damaged.sha256)).toEqual({
    ok: false,
    problem: { id: "object-damaged", facts: { sha256: damaged.sha256 } },
  })
  expect(problemOf(await getObject(store.db, "0".repeat(64)))).toBe("object-missing")
})

test("a record's pictures are loaded for a projection, nested ones too, its source segments are not", async () => {
  const record = must(await createRecord(store.db, testHeader()))
  const picture = objectOf("picture")
  const inner = objectOf("inner")
  const segment = objectOf("segment", "application/x-ndjson")
  const missing = "1".repeat(64)
  const entries = numbered([
    user([text("look"), image(picture.sha256), image(missing)]),
    tools(answer("c", [image(inner.sha256)])),
  ]).map((entry) => ({ ...entry, origin: { segment: segment.sha256, lines: [1, 1] as const } }))
  must(await append(store.db, { record, head: 0, entries, objects: [picture, inner, segment] }))
  const { objects, problems } = await loadObjects(store.db, record)
  expect(objects(picture.sha256)).toEqual(picture.bytes)
  expect(objects(inner.sha256)).toEqual(inner.bytes)
  expect(objects(segment.sha256)).toBeUndefined()
  expect(objects(missing)).toBeUndefined()
  expect(problems).toEqual([{ sha256: missing, id: "object-missing" }])
  expect(await isNamed(store.db, record, picture.sha256)).toBe(true)
  expect(await isNamed(store.db, record, "2".repeat(64))).toBe(false)
})

test("many writers of one object at once", async () => {
  const object = objectOf("popular".repeat(1000))
  await Promise.all(
    Array.from({ length: 8 }, () => putObjects(store.db, [object, objectOf(String(Math.PI))])),
  )
  expect(must(await getObject(store.db, object.sha256)).bytes).toEqual(object.bytes)
})
