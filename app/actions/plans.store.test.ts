import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { append, headOf } from "#db/entries.ts"
import { createRecord } from "#db/records.ts"
import { closeShared, withDatabase } from "#db/shared.ts"
import { must, testHeader } from "#db/test-store.ts"
import { agent, record as built, call, header, result, user } from "#lib/record/build.ts"
import { forget, kept } from "./opened.ts"
import { plannedDiff, promptOf } from "./planned.ts"
import { applyPlan, askPlan } from "./plans.ts"

const before = { data: process.env.CROSSING_DATA, url: process.env.DATABASE_URL }
let data = ""

beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), "crossing-plans-"))
  process.env.CROSSING_DATA = data
  delete process.env.DATABASE_URL
})
afterAll(async () => {
  await closeShared()
  if (before.data === undefined) delete process.env.CROSSING_DATA
  else process.env.CROSSING_DATA = before.data
  if (before.url !== undefined) process.env.DATABASE_URL = before.url
  rmSync(data, { recursive: true, force: true })
})

const secret = `ghp_${"aB3dE5gH7jK9".repeat(3)}`
const talk = built(
  header(),
  user(`My key is ${secret}.`),
  agent([call("a")]),
  result("a", "a line of the log\n".repeat(60)),
  agent("It fails."),
  user("Why?"),
  agent("The clock."),
)

const stored = async (): Promise<string> =>
  must(
    await withDatabase(async (db) => {
      const record = must(await createRecord(db, testHeader()))
      must(await append(db, { record, head: 0, entries: talk.entries }))
      return record
    }),
  )

const head = async (record: string): Promise<number | undefined> =>
  must(await withDatabase((db) => headOf(db, record)))

const target = "anthropic"
const rewind = { kind: "rewind", to: 5, keep: true } as const
const summed = (summary: string) => ({ kind: "compaction", summary, preserve: 2 }) as const

describe("a plan that is asked for", () => {
  it("writes nothing, and is worked out once for the same question", async () => {
    const record = await stored()
    const answer = await askPlan({ record, target, head: 7, ask: rewind })
    if (!answer.ok) throw new Error(answer.sentence)
    expect(answer.plan).toMatchObject({
      ...{ kind: "rewind", head: 7 },
      runs: [
        { is: "kept", seqs: [2, 3, 4, 5] },
        { is: "dropped", seqs: [6, 7] },
      ],
    })
    expect(answer.plan.figures?.bytes[1]).toBeLessThan(answer.plan.figures?.bytes[0] ?? 0)
    expect(await head(record)).toBe(7)
    const again = await askPlan({ record, target, head: 7, ask: rewind })
    expect(again.ok && again.plan).toBe(answer.plan)
  })

  it("is for the head that it names, whatever has come since", async () => {
    const record = await stored()
    const done = await applyPlan({ record, head: 7, ask: rewind })
    expect(done).toEqual({ ok: true, applied: { record, head: 8, seqs: [8] } })
    const old = await askPlan({ record, target, head: 7, ask: rewind })
    expect(old.ok && old.plan.head).toBe(7)
    expect(await applyPlan({ record, head: 7, ask: rewind })).toMatchObject({
      ...{ ok: false, problem: { id: "plan-stale", facts: { planned: 7, head: 8, between: "1 rewind" } } },
      sentence: expect.stringMatching(/1 rewind came in between/),
    })
  })

  it("of a compaction without a summary shows what it covers, and no later wire", async () => {
    const record = await stored()
    const answer = await askPlan({ record, target, head: 7, ask: summed(" ") })
    expect(answer).toMatchObject({
      ok: true,
      plan: { before: [{ is: "dropped", items: 4 }, { is: "kept" }] },
    })
    expect(answer.ok && answer.plan.figures).toBeUndefined()
    const asked = { record, target, head: 7, ask: summed(" ") }
    expect(must(await plannedDiff(asked))).toBeUndefined()
    expect(await applyPlan({ record, head: 7, ask: summed(" ") })).toMatchObject({
      problem: { id: "summary-blank" },
    })
    const diff = must(await plannedDiff({ ...asked, ask: summed("in short") }))
    expect(diff?.first?.now.from).toMatch(/^\[Summary of earlier conversation\]\\nin short/)
    expect(diff?.rows.at(-1)).toMatchObject({ is: "same" })
  })

  it("refuses with one sentence what is no question, or of nothing", async () => {
    const record = await stored()
    const odd = { ...rewind, to: 0 }
    expect(await askPlan({ record, target, head: 7, ask: odd })).toMatchObject({
      problem: { id: "query-invalid" },
    })
    expect(await askPlan({ record, target: "nobody", head: 7, ask: rewind })).toMatchObject({
      problem: { id: "target-unknown" },
    })
    expect(await askPlan({ record: "none", target, head: 7, ask: rewind })).toMatchObject({
      problem: { id: "record-unknown" },
    })
    expect(await askPlan({ record, target, head: 7, ask: { kind: "undo", of: [5] } })).toMatchObject({
      problem: { id: "undo-not-in-force" },
    })
  })
})

it("a prompt holds no secret, and says that one was left out", async () => {
  const record = await stored()
  const prompt = must(await promptOf({ record, head: 7, preserve: 2 }))
  expect(prompt.text).not.toContain(secret)
  expect(prompt.text).toContain("2 user: My key is [redacted")
  expect(prompt).toMatchObject({ omitted: 1, truncated: false })
})

it("plans of a record go with it", async () => {
  const record = await stored()
  await askPlan({ record, target, head: 7, ask: rewind })
  const plans = (): number => {
    let count = 0
    kept().plans.dropWhere((key) => {
      if (key.includes(record)) count++
      return false
    })
    return count
  }
  expect(plans()).toBe(1)
  forget(record)
  expect(plans()).toBe(0)
})
