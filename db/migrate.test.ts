import { execFile } from "node:child_process"
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { z } from "zod"
import { type Link, pool, urlLink } from "./connect.ts"
import { migrate, migrationsFolder } from "./migrate.ts"
import { openDatabase } from "./open.ts"
import { projectRoot } from "./root.ts"
import { must, openTestStore, problemOf, type TestStore, testUrl } from "./test-store.ts"

let store: TestStore
const folders: string[] = []
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(async () => {
  await store.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const journal = z.looseObject({
  entries: z.array(z.looseObject({ idx: z.int(), when: z.int(), tag: z.string() })),
})
const journalOf = (folder: string) =>
  journal.parse(JSON.parse(readFileSync(join(folder, "meta", "_journal.json"), "utf8")))

/** A copy of the migrations as they were when there were only `count` of them. */
const early = (count: number): string => {
  const folder = mkdtempSync(join(tmpdir(), "crossing-migrations-"))
  folders.push(folder)
  cpSync(migrationsFolder(), folder, { recursive: true })
  const kept = journalOf(folder)
  writeFileSync(
    join(folder, "meta", "_journal.json"),
    JSON.stringify({ ...kept, entries: kept.entries.slice(0, count) }),
  )
  return folder
}

/** Everything about the tables, as text that two databases can be compared by. */
const shapeOf = async (link: Link): Promise<readonly string[]> => {
  const sql = pool(link, "crossing: testing", 1)
  const rows = await sql<{ line: string }[]>`
    select format('%s.%s %s %s %s %s', table_name, ordinal_position, column_name, data_type, is_nullable, column_default) as line
    from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    order by line`
  await sql.end()
  return rows.map((row) => row.line)
}

describe("migrations", () => {
  test("many at once make one schema", async () => {
    const link = await store.another()
    const done = await Promise.all(Array.from({ length: 6 }, () => migrate(link)))
    expect(done.map(problemOf)).toEqual(Array.from({ length: 6 }, () => "none"))
    const sql = pool(link, "crossing: testing", 1)
    const [row] = await sql<{ n: number }[]>`select count(*)::int as n from drizzle.__drizzle_migrations`
    await sql.end()
    expect(row?.n).toBe(journalOf(migrationsFolder()).entries.length)
  })

  test("a database brought up step by step equals a fresh one", async () => {
    const fresh = await store.another()
    must(await migrate(fresh))
    const upgraded = await store.another()
    for (let count = 1; count <= journalOf(migrationsFolder()).entries.length; count += 1)
      must(await migrate(upgraded, early(count)))
    const shape = await shapeOf(upgraded)
    expect(shape).toEqual(await shapeOf(fresh))
    expect(shape.filter((line) => line.includes("append_only"))).toHaveLength(5)
  })

  test("their times only grow, or one would be skipped in silence", () => {
    const { entries } = journalOf(migrationsFolder())
    const times = entries.map((entry) => entry.when)
    expect(times).toEqual([...new Set(times)].toSorted((one, other) => one - other))
    expect(entries.map((entry) => entry.idx)).toEqual(entries.map((_, index) => index))
    const files = readdirSync(migrationsFolder()).filter((name) => name.endsWith(".sql"))
    expect(files.toSorted()).toEqual(entries.map((entry) => `${entry.tag}.sql`))
  })

  test("hold all that the schema says", { timeout: 120_000 }, async () => {
    const out = early(journalOf(migrationsFolder()).entries.length)
    const before = readdirSync(out).length
    const kit = join(projectRoot(), "node_modules", "drizzle-kit", "bin.cjs")
    const args = [
      "generate",
      "--dialect",
      "postgresql",
      "--schema",
      "db/schema*.ts",
      "--out",
      relative(projectRoot(), out),
    ] // it takes no absolute folder
    const { stdout } = await promisify(execFile)(process.execPath, [kit, ...args], { cwd: projectRoot() })
    expect(stdout).toContain("No schema changes")
    expect(readdirSync(out)).toHaveLength(before)
  })

  test("a database that a newer version has migrated is refused", async () => {
    const link = await store.another()
    must(await migrate(link))
    const sql = pool(link, "crossing: testing", 1)
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('future', 9999999999999)`
    await sql.end()
    expect(problemOf(await migrate(link))).toBe("database-newer")
  })

  test("one that cannot be applied is a problem with the server's words", async () => {
    const link = await store.another()
    const sql = pool(link, "crossing: testing", 1)
    await sql`create table entry (id int)`
    await sql.end()
    const failed = await migrate(link)
    expect(failed.ok ? undefined : failed.problem).toEqual({
      id: "migration-failed",
      facts: { why: 'relation "entry" already exists' },
    })
  })
})

describe("urls", () => {
  test("name sockets by path, in place or as a parameter", () => {
    const path = "/run/pg/.s.PGSQL.5433"
    for (const url of [
      "postgresql://me:secret@/mine?host=/run/pg&port=5433",
      "postgres://me:secret@%2Frun%2Fpg:5433/mine",
      "postgresql:///mine?host=/run/pg&port=5433&user=me&password=secret",
    ])
      expect(must(urlLink(url)).options).toMatchObject({
        path,
        user: "me",
        password: "secret",
        database: "mine",
      })
  })

  test("keep what the driver understands, and lose what only libpq does", () => {
    expect(
      must(urlLink("postgresql://me@db.example:5433/mine?sslmode=require&channel_binding=require")).url,
    ).toBe("postgresql://me@db.example:5433/mine?sslmode=require")
    expect(must(urlLink("postgresql:///mine?host=db.example&user=me")).url).toBe(
      "postgresql://db.example/mine?user=me",
    )
  })

  test.each(["", "nonsense", "mysql://x/y", "http://localhost"])("%j is refused", (url) => {
    expect(problemOf(urlLink(url))).toBe("database-url-invalid")
  })

  test("a server that is not there is a problem that repeats no password", async () => {
    const gone = await openDatabase({ url: "postgresql://me:hunter2@127.0.0.1:1/x", data: store.data })
    expect(problemOf(gone)).toBe("database-unreachable")
    expect(JSON.stringify(gone)).not.toContain("hunter2")
    expect(problemOf(await openDatabase({ url: "postgresql:///x?host=/nowhere", data: store.data }))).toBe(
      "database-unreachable",
    )
  })

  if (testUrl !== undefined)
    test("the server of TEST_DATABASE_URL is the one that is used", async () => {
      const [row] = await store.db.sql<{ name: string }[]>`select current_database() as name`
      expect(row?.name).toMatch(/^crossing_test_/)
    })
})
