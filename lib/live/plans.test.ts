import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { claimRecord, releaseRecord } from "#db/claims.ts"
import { append, headOf, readLog } from "#db/entries.ts"
import { createRecord, readHeader } from "#db/records.ts"
import { must, openTestStore, type TestStore, testHeader } from "#db/test-store.ts"
import { targetOf } from "#lib/dialect/targets.ts"
import type { PlanAsk } from "#lib/plan/ask.ts"
import { project } from "#lib/project.ts"
import { agent, record as built, call, result, user } from "#lib/record/build.ts"
import { applyStored, planStored } from "./plans.ts"
import { listRequests, verifyRecord } from "./requests.ts"
import { storedTalk } from "./test-requests.ts"

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const target = targetOf("anthropic") ?? (undefined as never) // a row of the table

const talk = built(user("1"), agent([call("a")]), result("a"), agent("4"), user("5"), agent("6"))

const stored = async () => {
  const record = must(await createRecord(store.db, testHeader()))
  must(await append(store.db, { record, head: 0, entries: talk.entries }))
  return record
}

const wireOf = async (record: string) =>
  project(must(await readLog(store.db, record)), target, { objects: () => undefined }).wire.text()

const asks: readonly PlanAsk[] = [
  { kind: "compaction", summary: "in short", preserve: 2 },
  { kind: "rewind", to: 4, keep: true },
]

describe.each(asks)("%j", (ask) => {
  it("is planned without writing, applied by one entry, and taken back", async () => {
    const record = await stored()
    const before = await wireOf(record)
    const { plan, effect } = must(await planStored(store.db, record, ask, target))
    expect(await headOf(store.db, record)).toBe(6)
    const applied = must(await applyStored(store.db, record, ask, plan.head))
    expect(applied).toEqual({ record, head: 7, seqs: [7] })
    expect(await wireOf(record)).toBe(effect.after.text)
    expect(effect.before.text).toBe(before)
    must(await applyStored(store.db, record, { kind: "undo", of: [7] }, 7))
    expect(await wireOf(record)).toBe(before)
  })

  it("is refused for a record that has grown, and nothing is written", async () => {
    const record = await stored()
    must(
      await append(store.db, {
        record,
        head: 6,
        entries: built(...Array(6).fill(user("x")), user("7")).entries.slice(6),
      }),
    )
    expect(await applyStored(store.db, record, ask, 6)).toEqual({
      ok: false,
      problem: { id: "plan-stale", facts: { planned: 6, head: 7, between: "1 message" } },
    })
    expect(await headOf(store.db, record)).toBe(7)
  })

  it("waits for no turn: one that runs refuses it", async () => {
    const record = await stored()
    await claimRecord(store.db, record)
    expect(await applyStored(store.db, record, ask, 6)).toMatchObject({ problem: { id: "record-busy" } })
    await releaseRecord(store.db, record)
  })
})

describe("a fork", () => {
  it("is a record of its own that begins alike, with its requests provable", async () => {
    const { record, seqs } = await storedTalk(store.db)
    const head = (await headOf(store.db, record)) ?? 0
    const through = seqs[1] ?? 0
    const fork = must(await applyStored(store.db, record, { kind: "fork", through }, head))
    expect(fork.record).not.toBe(record)
    expect(must(await readHeader(store.db, fork.record)).parent).toEqual({
      record,
      seq: through,
      how: "fork",
    })
    const [old, young] = [must(await readLog(store.db, record)), must(await readLog(store.db, fork.record))]
    expect(young.entries.slice(0, through)).toEqual(old.entries.slice(0, through))
    expect(young.entries.at(-1)).toMatchObject({ kind: "header", reason: "resume" })
    expect(await headOf(store.db, record)).toBe(head)
    const listed = must(await listRequests(store.db, fork.record, { after: 0, limit: 10 }))
    expect(listed.requests.map(({ sent }) => sent.seq)).toEqual(seqs.slice(0, 2))
    for (const proof of must(await verifyRecord(store.db, fork.record)))
      expect(proof.verdict).toMatchObject({ is: "proved" })
  })
})

it("an unknown record has no plan", async () => {
  const ask: PlanAsk = { kind: "repair" }
  expect(await planStored(store.db, "nobody", ask, target)).toMatchObject({
    problem: { id: "record-unknown" },
  })
  expect(await applyStored(store.db, "nobody", ask, 0)).toMatchObject({ problem: { id: "record-unknown" } })
})
