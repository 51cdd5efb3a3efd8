import { spawn } from "node:child_process"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { POST as apply } from "#app/v1/conversations/[id]/plans/apply/route.ts"
import { POST as plan } from "#app/v1/conversations/[id]/plans/route.ts"
import { GET as list } from "#app/v1/conversations/route.ts"
import { claimRecord, releaseRecord } from "#db/claims.ts"
import { append, headOf, readLog } from "#db/entries.ts"
import type { Database } from "#db/open.ts"
import { createRecord } from "#db/records.ts"
import { closeShared } from "#db/shared.ts"
import { must, numbered, openTestStore, type TestStore, testHeader } from "#db/test-store.ts"
import { quotesInForce } from "#lib/plan/repair.ts"
import { agent, text, user } from "#lib/record/build.ts"
import { commandLine, crossing, isOneSentence, type Ran } from "./testing/run.ts"
import { serving } from "./testing/served.ts"

/** Repairs as a person asks for them: of one record or of all, here and at a server, cut off and run again. */

let store: TestStore
const run = (...args: readonly string[]): Promise<Ran> => crossing(["repair", ...args], store)

const mirrored = 'I ran \\"ls\\" and `echo \\"x\\"`'
const signed = { ...text(mirrored), proof: { kind: "gemini-signature", value: "sig" } } as const
const talk = [user(mirrored), agent(mirrored), agent([signed, text(mirrored)])]

let db: Database
const stored = async (id: string, drafts = talk): Promise<string> => {
  const record = must(await createRecord(db, testHeader({ id })))
  must(await append(db, { record, head: 0, entries: numbered(drafts) }))
  return record
}
const stateOf = async (record: string) => {
  const { entries } = must(await readLog(db, record))
  return { head: entries.length, quotes: quotesInForce(entries) }
}
const asStored = { head: 3, quotes: 6 }
const asRepaired = { head: 5, quotes: 2 }

const server = serving(async (asked) => {
  const chunks: Buffer[] = []
  for await (const chunk of asked) chunks.push(chunk)
  const { url = "/", method = "GET" } = asked
  const [, , , id = "", , step] = url.split("?")[0]?.split("/") ?? []
  const body = Buffer.concat(chunks)
  const request = new Request(`http://127.0.0.1${url}`, { method, ...(method === "GET" ? {} : { body }) })
  const params = Promise.resolve({ id: decodeURIComponent(id) })
  if (id === "") return list(request)
  return step === "apply" ? apply(request, { params }) : plan(request, { params })
})
let url = ""

beforeAll(async () => {
  store = await openTestStore()
  db = store.db
  for (const [name, value] of Object.entries(store.environment)) vi.stubEnv(name, value)
  await server.open()
  url = server.url()
})
afterAll(async () => {
  server.close()
  await closeShared()
  await store.close()
  vi.unstubAllEnvs()
})

/** Whether somebody waits for a lock of another. */
const isWaiting = async (): Promise<boolean> => {
  const [row] = await db.sql<{ n: number }[]>`
    select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (row?.n ?? 0) > 0
}

describe.sequential("a repair", { timeout: 300_000 }, () => {
  it("only counts where nothing else is asked, the same here and at a server", async () => {
    await stored("one")
    await stored("plain", [user(mirrored), agent("plain")])
    await stored("sealed", [agent([signed])])
    const found = { record: "one", quotes: 4, texts: 2, signed: 2, repaired: false }
    const sealed = { record: "sealed", quotes: 0, texts: 0, signed: 2, repaired: false }
    const ran = await run("one")
    expect([ran.code, ran.stderr]).toEqual([0, ""])
    expect(ran.stdout).toBe(
      "one  4 mirrored quotes in 2 texts; 2 in signed texts stay\n4 mirrored quotes in 1 record; nothing was written, repair with --apply\n",
    )
    const [all, there] = [await run("--all", "--json"), await run("--all", "--json", "--url", url)]
    expect([all.code, there.code, there.stderr]).toEqual([0, 0, ""])
    expect(JSON.parse(all.stdout)).toEqual({
      records: 1,
      quotes: 4,
      repaired: 0,
      left: 0,
      repairs: [sealed, found],
    })
    expect(there.stdout).toBe(all.stdout)
    expect(await stateOf("one")).toEqual(asStored)
    expect((await run("plain")).stdout).toContain("plain  nothing to repair\n")
  })

  it("of one record or at a server writes, and changes nothing when it is run again", async () => {
    await stored("two")
    const [here, there] = [await run("one", "--apply"), await run("two", "--apply", "--url", url)]
    expect([here.code, there.code, there.stderr]).toEqual([0, 0, ""])
    expect(here.stdout).toContain("one  4 mirrored quotes in 2 texts, repaired; 2 in signed texts stay\n")
    for (const record of ["one", "two"]) expect(await stateOf(record)).toEqual(asRepaired)
    const again = await run("--all", "--apply", "--json")
    expect([again.code, JSON.parse(again.stdout).quotes]).toEqual([0, 0])
    for (const record of ["one", "two"]) expect(await stateOf(record)).toEqual(asRepaired)
  })

  it("leaves a record at which a turn is, and the next run takes it", async () => {
    await stored("busy")
    await stored("idle")
    await claimRecord(db, "busy")
    const ran = await run("--all", "--apply")
    expect([ran.code, ran.stderr]).toEqual([1, ""])
    expect(ran.stdout).toMatch(/busy {2}4 mirrored quotes in 2 texts; 2 in signed texts stay; left: .*\.\n/)
    expect(ran.stdout).toContain(
      "8 mirrored quotes in 2 records, 4 repaired; 1 record left for another run\n",
    )
    expect([await stateOf("busy"), await stateOf("idle")]).toEqual([asStored, asRepaired])
    await releaseRecord(db, "busy")
    expect((await run("--all", "--apply")).code).toBe(0)
    expect(await stateOf("busy")).toEqual(asRepaired)
  })

  it("that is killed in the middle has done each record wholly or not at all, and the next run does the rest", async () => {
    const records: string[] = []
    for (let n = 0; n < 6; n++) records.unshift(await stored(`killed-${n}`)) // the newest is repaired first
    const held = records[3] ?? ""
    const child = await db.sql.begin(async (sql) => {
      await sql`select 1 from record where id = ${held} for update`
      const running = spawn(process.execPath, [...commandLine(), "repair", "--all", "--apply"], {
        env: { ...process.env, ...store.environment, NODE_OPTIONS: "", VITEST: "" },
        stdio: "ignore",
      })
      const ended = new Promise((resolve) => running.once("close", resolve))
      while (!(await isWaiting()))
        if (running.exitCode !== null) throw new Error("It ended before it was killed.")
      running.kill("SIGKILL")
      await ended
      return running
    })
    expect(child.signalCode).toBe("SIGKILL")
    const after = await Promise.all(records.map(stateOf))
    expect(after.slice(0, 3)).toEqual([asRepaired, asRepaired, asRepaired])
    expect(after.slice(4)).toEqual([asStored, asStored])
    expect([asStored, asRepaired]).toContainEqual(after[3]) // the server may still have done what it was told
    const ran = await run("--all", "--apply")
    expect([ran.code, ran.stderr]).toEqual([0, ""])
    expect(await Promise.all(records.map(stateOf))).toEqual(records.map(() => asRepaired))
  })

  it("of a record that grows meanwhile is left for the next run", async () => {
    await stored("growing")
    const ran = await db.sql.begin(async (sql) => {
      await sql`select 1 from record where id = 'growing' for update`
      const running = run("growing", "--apply", "--json")
      while (!(await isWaiting()));
      must(await append({ sql }, { record: "growing", head: 3, entries: numbered([user("more")], 3) }))
      return { running } // a promise of its own: the lock goes before it ends
    })
    const { code, stdout } = await ran.running
    expect([code, JSON.parse(stdout).left]).toEqual([1, 1])
    expect(await headOf(db, "growing")).toBe(4)
    expect((await run("growing", "--apply")).code).toBe(0)
    expect(await stateOf("growing")).toEqual({ head: 6, quotes: 2 })
  })

  it("of nothing, or of nobody's record, is misuse", async () => {
    for (const args of [[], ["one", "--all"], ["nobody"], ["nobody", "--apply", "--url", url]]) {
      const ran = await run(...args)
      expect([args, ran.code, ran.stdout]).toEqual([args, 2, ""])
      expect(isOneSentence(ran.stderr), ran.stderr).toBe(true)
    }
  })
})
