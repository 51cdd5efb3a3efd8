import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import { deleteRecord } from "#db/deletion.ts"
import { append, readLog } from "#db/entries.ts"
import { createRecord, updateHeader } from "#db/records.ts"
import { must, numbered, openTestStore, type TestStore, testHeader } from "#db/test-store.ts"
import { targetOf } from "#lib/dialect/targets.ts"
import { project } from "#lib/project.ts"
import { agent, text, user } from "#lib/record/build.ts"
import { sheet } from "#lib/view/sheet.ts"
import { skeleton } from "#lib/view/skeleton.ts"
import { countRecord } from "./counting.ts"
import { keptFirstView } from "./first-view.ts"

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
afterEach(() => vi.unstubAllEnvs())

const turns = (count: number) =>
  Array.from({ length: count / 2 }, (_, n) => [user(`question ${n}`), agent([text(`answer ${n}`)])]).flat()

const stored = async (entries: number): Promise<string> => {
  const record = must(await createRecord(store.db, testHeader()))
  must(await append(store.db, { record, head: 0, entries: numbered(turns(entries)) }))
  return record
}

/** A record that was counted by a build of this name. */
const counted = async (entries: number, build: string): Promise<string> => {
  vi.stubEnv("CROSSING_BUILD", build)
  const record = await stored(entries)
  must(await countRecord(store.db, record))
  return record
}

const madeNow = async (record: string) => {
  const log = must(await readLog(store.db, record))
  const target = targetOf("anthropic")
  if (target === undefined) throw new Error("There is no target anthropic.")
  return skeleton(sheet(log, project(log, target, { objects: () => undefined })))
}

describe("the first view of a long record", () => {
  test("is kept when it is counted, and equals one made now", async () => {
    const record = await counted(2_000, "b1")
    const kept = await keptFirstView(store.db, record)
    expect(kept?.skeleton).toEqual(JSON.parse(JSON.stringify(await madeNow(record))))
    expect(kept).toMatchObject({ own: "anthropic", record: { id: record, head: 2_000 } })
  })

  test("no longer holds once the record has grown, or for another build", async () => {
    const record = await counted(2_000, "b1")
    vi.stubEnv("CROSSING_BUILD", "b2")
    expect(await keptFirstView(store.db, record)).toBeUndefined()
    vi.stubEnv("CROSSING_BUILD", "b1")
    expect(await keptFirstView(store.db, record)).toBeDefined()
    must(await append(store.db, { record, head: 2_000, entries: numbered([user("more")], 2_000) }))
    expect(await keptFirstView(store.db, record)).toBeUndefined()
  })

  test("says the title that the record has now", async () => {
    const record = await counted(2_000, "b1")
    const { header } = must(await readLog(store.db, record))
    await updateHeader(store.db, { ...header, title: "Renamed" })
    expect((await keptFirstView(store.db, record))?.title).toBe("Renamed")
  })

  test("goes with the record", async () => {
    const record = await counted(2_000, "b1")
    must(await deleteRecord(store.db, record))
    expect(await keptFirstView(store.db, record)).toBeUndefined()
  })

  test("is not kept of a short record, nor by code that is no build", async () => {
    const short = await counted(100, "b1")
    vi.unstubAllEnvs()
    const unbuilt = await stored(2_000)
    must(await countRecord(store.db, unbuilt))
    expect(
      await store.db.sql`select record from skeleton where record in (${short}, ${unbuilt})`,
    ).toHaveLength(0)
  })
})
