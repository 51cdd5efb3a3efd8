import { afterAll, beforeAll, expect, test } from "vitest"
import { must, openTestStore, problemOf, type TestStore } from "#db/test-store.ts"
import type { DiffRow } from "#lib/view/request-diff.ts"
import { diffRequest } from "./request-diff.ts"
import { openRequests } from "./requests.ts"
import { damageStore, storedTalk } from "./test-requests.ts"

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const told = (rows: readonly DiffRow[]): readonly string[] =>
  rows.map((row) =>
    "words" in row
      ? `${row.words} ${row.is === "same" ? "the same" : row.is}`
      : `${row.is} ${row.kind} ${row.name}`,
  )

test("a request is held against any other, the earlier of the two first", async () => {
  const { record, seqs, on } = await storedTalk(store.db)
  const [one = 0, two = 0, three = 0] = seqs
  const head = on.entries.length
  const grown = must(await diffRequest(store.db, record, { seq: two, against: one, head }))
  expect(grown.first).toBeUndefined()
  expect(told(grown.rows).filter((each) => !each.endsWith("same"))).toEqual([
    "added message assistant",
    "added message user",
  ])
  const cut = must(await diffRequest(store.db, record, { seq: three, against: two, head }))
  expect(cut.first).toMatchObject({
    pointer: "/system/0/text",
    before: { from: expect.stringMatching(/^brief/) },
  })
  expect(cut.first?.bytes[1]).toBe(cut.first?.bytes[0])
  expect(told(cut.rows)).toContain("changed system text")
  expect(must(await diffRequest(store.db, record, { seq: two, against: three, head }))).toEqual(cut)
})

test("it is held against what the record gives for it: the same bytes, or what became of an entry", async () => {
  const { record, seqs, on } = await storedTalk(store.db)
  const [one = 0] = seqs
  const asked = { seq: one, against: "record", head: on.entries.length } as const
  expect(must(await diffRequest(store.db, record, asked))).toMatchObject({ isEqual: true })
  const odd = JSON.stringify({ ...on.entries[0], system: "Be grief." })
  await damageStore(store.db, "update entry set json = $3::json where record = $1 and seq = $2", [
    record,
    1,
    odd,
  ])
  const diff = must(await diffRequest(store.db, record, asked))
  expect(diff.isEqual).toBe(false)
  expect(diff.first).toMatchObject({
    before: { from: expect.stringMatching(/^grief/) },
    now: { from: expect.stringMatching(/^brief/) },
  })
  expect(told(diff.rows)).toContain("changed system text")
})

test("what is no request is refused", async () => {
  const { record, seqs } = await storedTalk(store.db)
  const [one = 0] = seqs
  const ask = (id: string, seq: number, against: number | "record") =>
    diffRequest(store.db, id, { seq, against, head: 99 })
  expect(problemOf(await ask(record, 1, "record"))).toBe("sent-unknown")
  expect(problemOf(await ask(record, one, 1))).toBe("sent-unknown")
  expect(problemOf(await ask("nobody", one, "record"))).toBe("record-unknown")
})

test("comparisons and proofs come one after another, from any entry on", async () => {
  const { record, seqs, on } = await storedTalk(store.db)
  const [one = 0, two = 0] = seqs
  const open = must(await openRequests(store.db, record, on.entries.length))
  const compared = []
  for await (const { request } of open.compared(one))
    compared.push([request.sent.seq, request.prefix?.outcome])
  expect(compared).toEqual([
    [two, "extension"],
    [seqs[2], "cut"],
  ])
  const proved = []
  for await (const { seq, verdict } of open.proofs(0)) proved.push([seq, verdict.is])
  expect(proved).toEqual(seqs.map((seq) => [seq, "proved"]))
  expect(problemOf(await openRequests(store.db, "nobody", 9))).toBe("record-unknown")
})
