import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { append } from "#db/entries.ts"
import { createRecord } from "#db/records.ts"
import { must, numbered, openTestStore, problemOf, type TestStore, testHeader } from "#db/test-store.ts"
import { agent, call, header, result, user } from "#lib/record/build.ts"
import type { Entry } from "#lib/record/entry.ts"
import { printLine } from "#lib/record/record.ts"
import { windowText } from "./pages.ts"

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const odd = '{"2":1, "1":12345678901234567890,\t"a":1.10,"a":"\\u0000\\ud800"}'
const drafts = [user("one"), header(), agent([call("c1", "bash", odd)]), result("c1", "two"), user("three")]

const filled = async (): Promise<{ readonly record: string; readonly entries: readonly Entry[] }> => {
  const record = must(await createRecord(store.db, testHeader()))
  const entries = numbered(drafts)
  must(await append(store.db, { record, head: 0, entries }))
  return { record, entries }
}

type Page = { readonly head: number; readonly next: number | null; readonly entries: readonly Entry[] }

const page = async (record: string, after: number, limit: number, head?: number): Promise<Page> =>
  JSON.parse(must(await windowText(store.db, record, "entries", { after, limit, head })))

describe("windows of a record", () => {
  it("join to the whole, whatever their size", async () => {
    const { record, entries } = await filled()
    for (const limit of [1, 2, 3, 5, 1000]) {
      const all: Entry[] = []
      for (let after: number | null = 0; after !== null; ) {
        const window: Page = await page(record, after, limit)
        all.push(...window.entries)
        after = window.next
      }
      expect(all).toEqual(entries)
    }
  })

  it("hold each entry as its exact text", async () => {
    const { record, entries } = await filled()
    const text = must(await windowText(store.db, record, "entries", { after: 2, limit: 1 }))
    expect(text).toContain(`"entries":[${printLine(entries[2] as Entry)}]`) // the draft of that place
    expect(text).toContain(JSON.stringify(odd))
  })

  it("stay as they are while the record grows", async () => {
    const { record } = await filled()
    const before = await windowText(store.db, record, "entries", { after: 1, limit: 3, head: 4 })
    must(await append(store.db, { record, head: 5, entries: numbered([user("more")], 5) }))
    expect(await windowText(store.db, record, "entries", { after: 1, limit: 3, head: 4 })).toEqual(before)
    expect(await page(record, 3, 10, 4)).toMatchObject({ head: 4, next: null })
  })

  it("of messages alone pass over the rest, and know where they end", async () => {
    const { record } = await filled()
    const wanted = { after: 0, limit: 4, kinds: ["message"] } as const
    const window = JSON.parse(must(await windowText(store.db, record, "messages", wanted)))
    expect(window.messages.map((entry: Entry) => entry.seq)).toEqual([1, 3, 4, 5])
    expect(window.next).toBeNull()
  })

  it("are refused for what is not there", async () => {
    const { record } = await filled()
    expect(problemOf(await windowText(store.db, record, "entries", { after: 0, limit: 1, head: 9 }))).toBe(
      "head-ahead",
    )
    expect(problemOf(await windowText(store.db, "nobody", "entries", { after: 0, limit: 1 }))).toBe(
      "record-unknown",
    )
  })
})
