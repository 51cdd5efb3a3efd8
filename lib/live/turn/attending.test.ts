import { setTimeout as pause } from "node:timers/promises"
import { afterAll, beforeAll, expect, test } from "vitest"
import { claimRecord } from "#db/claims.ts"
import { addToDraft } from "#db/drafts.ts"
import { putInput } from "#db/inputs.ts"
import type { Database } from "#db/open.ts"
import { createRecord } from "#db/records.ts"
import { type Ear, listen } from "#db/signals.ts"
import { must, openTestStore, type TestStore, testHeader } from "#db/test-store.ts"
import type { Entry } from "#lib/record/entry.ts"
import { entriesOf, failures, haveEnded, type Node, openNode, said, until, word } from "../test-panel.ts"
import { viewing } from "../viewing.ts"
import { attending } from "./attending.ts"
import { printInput } from "./input.ts"
import { openWriter } from "./writer.ts"

let store: TestStore
let node: Node
let ear: Ear
beforeAll(async () => {
  store = await openTestStore()
  node = await openNode(store.db, { lookEvery: 100 })
  ear = await listen(store.db.sql)
})
afterAll(async () => {
  await node.close()
  await ear.close()
  await store.close()
})

/** A record whose process is in the middle of an answer. */
const inTheMiddle = async (db: Database): Promise<string> => {
  const record = must(await createRecord(db, testHeader()))
  expect(await claimRecord(db, record)).toBe(true)
  const writer = await openWriter(db, record)
  await writer.append([
    { kind: "turn", turn: 1, phase: "start" },
    { kind: "message", role: "user", speaker: { kind: "human" }, blocks: [{ kind: "text", text: "go" }] },
    { kind: "step", step: 1, phase: "start" },
  ])
  const delta = JSON.stringify({ kind: "text", index: 0, text: "I was just" })
  await addToDraft(db, { record, after: 3 }, { from: 1, deltas: [delta] })
  return record
}

const rest = ["assistant: text", "step end interrupted", "turn end interrupted"]

test("who looks at a record sees its dead turn end, without a start of anything", async () => {
  const dead = await store.beside()
  const record = await inTheMiddle(dead)
  const leave = new AbortController()
  const seen: string[] = []
  const looking = (async () => {
    const from = { seq: 3, n: 0 }
    for await (const piece of viewing(store.db, ear, { record, from, signal: leave.signal })) {
      if (piece?.kind === "entry") seen.push(word(JSON.parse(piece.line.json) as Entry))
      if (seen.length === rest.length) return
    }
  })()
  await pause(400)
  expect(seen).toEqual([]) // its process lives
  await dead.close()
  await looking
  leave.abort()
  expect(seen).toEqual(rest)
  expect(failures).toEqual([])
})

test("what was said when a process died before it began is answered", async () => {
  const record = must(await createRecord(store.db, testHeader()))
  await putInput(store.db, record, { id: "i1", json: printInput(said("Are you there?")) })
  const entries = await until(store.db, record, haveEnded(1))
  expect(entries.at(-1)).toMatchObject({ kind: "turn", outcome: "done" })
})

test("a process that is ending looks no more", async () => {
  const db = await store.beside()
  const ending = await openNode(db, { lookEvery: 20 })
  await ending.close()
  const looks: number[] = []
  const attendance = attending(1, async () => {
    looks.push(1)
    await pause(20)
  })
  await pause(60)
  await attendance.close()
  const before = looks.length
  expect(before).toBeGreaterThan(0)
  await pause(60)
  expect(looks).toHaveLength(before)
  await db.close() // and nothing of it asks the store any more
  await pause(100)
  expect(failures).toEqual([])
})

test("a look that fails is made again", async () => {
  let looks = 0
  const attendance = attending(1, async () => {
    looks += 1
    throw new Error("the store is away")
  })
  while (looks < 3) await pause(5)
  await attendance.close()
  expect(await entriesOf(store.db, "none")).toEqual([])
})
