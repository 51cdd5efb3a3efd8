import { setTimeout as pause } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { endDraft } from "#db/drafts.ts"
import { append } from "#db/entries.ts"
import type { Database } from "#db/open.ts"
import { createRecord } from "#db/records.ts"
import { type Ear, listen, tell } from "#db/signals.ts"
import { must, numbered, openTestStore, type TestStore, testHeader } from "#db/test-store.ts"
import { agent, text, user } from "#lib/record/build.ts"
import { drafting } from "./drafting.ts"
import { type Piece, type Position, parsePosition, printPosition, viewing } from "./viewing.ts"

let store: TestStore
let other: Database
let ears: readonly Ear[]
beforeAll(async () => {
  store = await openTestStore()
  other = await store.beside()
  ears = [await listen(store.db.sql), await listen(other.sql)]
})
afterAll(async () => {
  for (const ear of ears) await ear.close()
  await store.close()
})

const start = { seq: 0, n: 0 }

/** What a piece says, in short: an entry's number, or a delta. */
const word = (piece: Piece): string =>
  piece.kind === "entry" ? `#${piece.line.seq}` : String(JSON.parse(piece.json))

type Viewer = { readonly seen: string[]; readonly at: () => Position; readonly leave: () => Promise<void> }

/** Somebody who looks on, through one of two processes. */
const viewer = (record: string, node: 0 | 1, from: Position = start): Viewer => {
  const seen: string[] = []
  const abort = new AbortController()
  const ear = ears[node]
  if (ear === undefined) throw new Error("There are two processes.")
  let position = from
  const look = async (): Promise<void> => {
    const db = node === 0 ? store.db : other
    for await (const piece of viewing(db, ear, { record, from, signal: abort.signal })) {
      if (piece === undefined) continue
      position = piece.position
      seen.push(word(piece))
    }
  }
  const looking = look()
  const leave = (): Promise<void> => {
    abort.abort()
    return looking
  }
  return { seen, at: () => position, leave }
}

const until = async (test: () => boolean): Promise<void> => {
  for (let times = 0; times < 500 && !test(); times++) await pause(10)
  expect(test()).toBe(true)
}

const begun = async (): Promise<string> => {
  const record = must(await createRecord(store.db, testHeader()))
  must(await append(store.db, { record, head: 0, entries: numbered([user("go")]) }))
  return record
}

const answered = async (record: string): Promise<void> => {
  must(await append(store.db, { record, head: 1, entries: numbered([agent([text("all")])], 1) }))
  await endDraft(store.db, { record, after: 1 })
  await tell(store.db, { kind: "head", record, head: 2 })
}

const words = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `w${from + index}`)

const json = (from: number, to: number): readonly string[] =>
  words(from, to).map((each) => JSON.stringify(each))

describe("a viewer", () => {
  test("sees entries and deltas in order, on the writer's process and on another", async () => {
    const record = await begun()
    const viewers = [viewer(record, 0), viewer(record, 1)]
    const draft = drafting(store.db, { record, after: 1 })
    for (let n = 1; n <= 30; n++) {
      draft.add(json(n, n), n % 10 === 0)
      await pause(n % 7)
    }
    await until(() => viewers.every(({ seen }) => seen.length === 31))
    await draft.settled()
    await answered(record)
    await until(() => viewers.every(({ seen }) => seen.length === 32))
    for (const { seen, leave } of viewers) {
      expect(seen).toEqual(["#1", ...words(1, 30), "#2"])
      await leave()
    }
  })

  test("that comes in the middle, or comes back, misses nothing and sees nothing twice", async () => {
    const record = await begun()
    const first = viewer(record, 0)
    const draft = drafting(store.db, { record, after: 1 })
    draft.add(json(1, 10), false)
    await until(() => first.seen.length === 11)
    await first.leave()
    const again = viewer(record, 1, first.at()) // told, but not stored yet
    const late = viewer(record, 1)
    draft.add(json(11, 20), false)
    await until(() => again.seen.length === 10 && late.seen.length === 21)
    expect(again.seen).toEqual(words(11, 20))
    expect(late.seen).toEqual(["#1", ...words(1, 20)])
    await draft.settled()
    await answered(record)
    await until(() => again.seen.length === 11 && late.seen.length === 22)
    const after = viewer(record, 0, { seq: 1, n: 7 })
    await until(() => after.seen.length > 0)
    expect(after.seen).toEqual(["#2"])
    for (const each of [again, late, after]) await each.leave()
  })

  test("that comes after deltas were told, and before they are stored, gets them when they are", async () => {
    const record = await begun()
    const first = viewer(record, 0)
    const draft = drafting(store.db, { record, after: 1 })
    draft.add(json(1, 10), false)
    await until(() => first.seen.length === 11)
    const late = [viewer(record, 0), viewer(record, 1), viewer(record, 1, { seq: 1, n: 4 })]
    await until(() => late.every(({ at }) => at().n === 10))
    expect(late.map(({ seen }) => seen)).toEqual([
      ["#1", ...words(1, 10)],
      ["#1", ...words(1, 10)],
      words(5, 10),
    ])
    await draft.settled()
    for (const each of [first, ...late]) await each.leave()
  })

  test("gets a delta that is too long for a signal, and nothing behind it", async () => {
    const record = await begun()
    const looking = viewer(record, 1)
    await until(() => looking.seen.length === 1)
    const draft = drafting(store.db, { record, after: 1 })
    const long = "日".repeat(20_000)
    draft.add([JSON.stringify(long)], false)
    await until(() => looking.seen.length === 2)
    expect(looking.seen).toEqual(["#1", long])
    await draft.settled()
    await looking.leave()
  })

  test("gets deltas that are too long for a signal, and many at once", async () => {
    const record = await begun()
    const looking = viewer(record, 1)
    await until(() => looking.seen.length === 1)
    const draft = drafting(store.db, { record, after: 1 })
    const long = "日".repeat(20_000)
    draft.add([JSON.stringify(long), ...json(2, 3_000)], false)
    await until(() => looking.seen.length === 3_001)
    expect(looking.seen).toEqual(["#1", long, ...words(2, 3_000)])
    await draft.settled()
    await looking.leave()
  })

  test("keeps lone surrogates and NUL as they were written", async () => {
    const record = await begun()
    const looking = viewer(record, 1)
    const draft = drafting(store.db, { record, after: 1 })
    draft.add([JSON.stringify("\ud83d"), JSON.stringify("a\u0000b")], true)
    await draft.settled()
    await until(() => looking.seen.length === 3)
    expect(looking.seen).toEqual(["#1", "\ud83d", "a\u0000b"])
    await looking.leave()
  })
})

describe("a position", () => {
  test("comes back from its text, and nothing else does", () => {
    expect(parsePosition(printPosition({ seq: 12, n: 34 }))).toEqual({ seq: 12, n: 34 })
    for (const text of ["", "1", "1.", "1.2.3", "-1.2", "a.b", "1.2 "])
      expect(parsePosition(text)).toBeUndefined()
  })
})
