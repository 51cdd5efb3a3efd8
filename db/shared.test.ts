import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { closeShared, database, withDatabase } from "./shared.ts"
import { must } from "./test-store.ts"

const before = { data: process.env.CROSSING_DATA, url: process.env.DATABASE_URL }

const restore = (name: "CROSSING_DATA" | "DATABASE_URL", value: string | undefined): void => {
  if (value === undefined) delete process.env[name]
  else process.env[name] = value
}

let data = ""

beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), "crossing-shared-"))
  process.env.CROSSING_DATA = data
  delete process.env.DATABASE_URL
})
afterAll(async () => {
  await closeShared()
  restore("CROSSING_DATA", before.data)
  restore("DATABASE_URL", before.url)
  if (data !== "") rmSync(data, { recursive: true, force: true })
})

const pidFile = (): string => join(data, "pg", "postmaster.pid")
const killServer = (): void =>
  void process.kill(Number.parseInt(readFileSync(pidFile(), "utf8"), 10), "SIGKILL")

describe("the process's store", () => {
  test("is one, whoever asks, and is opened anew after it was closed", async () => {
    const [one, two] = await Promise.all([database(), database()])
    expect(must(one)).toBe(must(two))
    await closeShared()
    expect(existsSync(pidFile())).toBe(false)
    expect(must(await database())).not.toBe(must(one))
  })

  test("comes back when its server dies, for everyone who asks at that moment", async () => {
    must(await withDatabase((db) => db.sql`select 1`))
    killServer()
    await sleep(50)
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => withDatabase((db) => db.sql<{ n: number }[]>`select ${n}::int as n`)),
    )
    expect(answers.map((answer) => must(answer)[0]?.n)).toEqual([1, 2, 3, 4, 5])
  })

  test("a fault of a query is no loss: it is thrown, once", async () => {
    let runs = 0
    const faulty = withDatabase((db) => {
      runs += 1
      return db.sql`select nothing from nowhere`
    })
    await expect(faulty).rejects.toMatchObject({ code: "42P01" })
    expect(runs).toBe(1)
  })

  test("a failed opening is tried again by the next who asks", async () => {
    await closeShared()
    process.env.DATABASE_URL = "nonsense"
    expect((await database()).ok).toBe(false)
    delete process.env.DATABASE_URL
    expect((await database()).ok).toBe(true)
  })
})
