import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { append } from "#db/entries.ts"
import { waitingInputs } from "#db/inputs.ts"
import { createRecord } from "#db/records.ts"
import { must, numbered, openTestStore, problemOf, type TestStore, testHeader } from "#db/test-store.ts"
import { fakeProvider } from "#e2e/fake/provider.ts"
import { spoken } from "#e2e/fake/scenes.ts"
import { targetOf } from "#lib/dialect/targets.ts"
import { agent, user } from "#lib/record/build.ts"
import { admission } from "#lib/record/record.ts"
import { baseOf } from "./base-url.ts"
import { storePreferences } from "./set-provider.ts"
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
