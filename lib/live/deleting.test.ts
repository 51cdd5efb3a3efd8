import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { claimRecord } from "#db/claims.ts"
import { addToDraft } from "#db/drafts.ts"
import type { Database } from "#db/open.ts"
import { createRecord } from "#db/records.ts"
import { must, openTestStore, problemOf, type TestStore, testHeader } from "#db/test-store.ts"
import { pictures } from "#lib/record/arbitrary/media.ts"
import { stopAndDelete } from "./deleting.ts"
import { entriesOf, failures, type Node, openNode, said, until } from "./test-panel.ts"

let store: TestStore
let near: Node
let elsewhere: Database
let far: Node
beforeAll(async () => {
  store = await openTestStore()
  near = await openNode(store.db)
  elsewhere = await store.beside()
  far = await openNode(elsewhere, { policies: { search_sessions: "ask" } })
})
afterAll(async () => {
  await near.close()
  await far.close()
  await store.close()
})

const tables = ["record", "entry", "sent", "draft", "claim", "input", "naming", "search"]

/** The tables that still hold a row of a record. */
const traces = async (record: string): Promise<readonly string[]> => {
  const found = await Promise.all(
    tables.map(async (table) => {
      const column = table === "record" ? "id" : "record"
      const rows = await store.db.sql.unsafe(`select 1 from ${table} where ${column} = $1 limit 1`, [record])
      return rows.length === 0 ? [] : [table]
    }),
  )
  return found.flat()
}

describe("deleting a record in which a turn runs", () => {
  test.each([
    ["here", () => near],
    ["in another process", () => far],
  ])("%s: it is stopped first, and nothing is left", async (_, node) => {
    const record = must(await createRecord(store.db, testHeader()))
    must(await node().panel.say(record, said("Where did we speak of migrations?")))
    await until(store.db, record, (entries) => entries.some(({ kind }) => kind === "sent"))
    const { entries } = must(await stopAndDelete(store.db, record))
    expect(entries).toBeGreaterThanOrEqual(7) // the turn was written to its end
    expect(await traces(record)).toEqual([])
    await node().panel.resume()
    expect(failures).toEqual([])
  })

  test("what waits behind it is not said any more, and its pictures go", async () => {
    const record = must(await createRecord(store.db, testHeader()))
    must(await far.panel.say(record, said("Where did we speak of migrations?")))
    await until(store.db, record, (entries) => entries.some(({ kind }) => kind === "permission"))
    const picture = pictures[0]?.object
    if (picture === undefined) throw new Error("there is no picture")
    const block = { kind: "image" as const, object: picture.sha256, mediaType: "image/png" }
    must(await near.panel.say(record, { ...said("And this?"), blocks: [block] }, [picture]))
    must(await stopAndDelete(store.db, record))
    expect(await traces(record)).toEqual([])
    expect(await store.db.sql`select 1 from object where sha256 = ${picture.sha256}`).toHaveLength(0)
    expect(failures).toEqual([])
  })

  test("that died: its draft and claim go", async () => {
    const dead = await store.beside()
    const record = must(await createRecord(dead, testHeader()))
    await claimRecord(dead, record)
    await addToDraft(
      dead,
      { record, after: 0 },
      { from: 1, deltas: ['{"kind":"text","index":0,"text":"I"}'] },
    )
    await dead.close()
    must(await stopAndDelete(store.db, record))
    expect(await traces(record)).toEqual([])
  })

  test("that does not end: nothing is deleted, and it is said", async () => {
    const record = must(await createRecord(store.db, testHeader()))
    await claimRecord(elsewhere, record) // and nobody there hears a stop
    expect(problemOf(await stopAndDelete(store.db, record, 200))).toBe("record-busy")
    expect(await traces(record)).toContain("record")
    expect(await entriesOf(store.db, record)).toEqual([])
  })
})

test("nothing can be said to a record that is deleted, and nobody can claim it", async () => {
  const record = must(await createRecord(store.db, testHeader()))
  must(await stopAndDelete(store.db, record))
  expect(await claimRecord(store.db, record)).toBe(false)
  expect(problemOf(await near.panel.say(record, said("Is anybody there?")))).toBe("record-unknown")
})
