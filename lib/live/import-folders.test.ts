import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { deleteRecord } from "#db/deletion.ts"
import { readLines, readLog } from "#db/entries.ts"
import { getImport, listImports, startImport } from "#db/imports.ts"
import { listRecords } from "#db/list.ts"
import { must, openTestStore, problemOf, type TestStore } from "#db/test-store.ts"
import { samples } from "#e2e/samples.ts"
import { readSource } from "#lib/import/read-source.ts"
import { admission, printLine } from "#lib/record/record.ts"
import { importPath, importStream, type Progress } from "./import.ts"
import { door, file, limit, mainOf, newSession, streamOf, transcript } from "./test-import.ts"

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const { send, reportOf, total } = door(() => store.db)

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

describe("imports", () => {
  test("are listed and kept with their files, refused ones too", async () => {
    const id = await startImport(store.db, "a folder")
    must(await send(file(transcript(newSession(), 3)), "good.jsonl", id))
    expect(problemOf(await send("nonsense", "bad.txt", id))).toBe("format-unknown")
    const kept = must(await getImport(store.db, id))
    expect(kept.files.map(({ n, name, outcome }) => [n, name, outcome.ok])).toEqual([
      [1, "good.jsonl", true],
      [2, "bad.txt", false],
    ])
    const [newest] = await listImports(store.db, { limit: 1 })
    expect(newest).toMatchObject({
      id,
      name: "a folder",
      files: 2,
      refused: 1,
      records: 1,
      added: 3,
      unread: 0,
    })
    expect(problemOf(await getImport(store.db, "none"))).toBe("import-unknown")
  })

  test("say how far they are", async () => {
    const seen: Progress[] = []
    const bytes = Buffer.from(file(transcript(newSession(), 3000)))
    const stream = streamOf(bytes, 100_000)
    must(
      await importStream(store.db, {
        name: "x",
        stream,
        limit,
        onProgress: (progress) => seen.push(progress),
      }),
    )
    const received = seen.filter((progress) => progress.phase === "receiving")
    expect(received.at(-1)?.bytes).toBe(bytes.length)
    const read = seen.filter((progress) => progress.phase === "reading")
    expect(read.length).toBeGreaterThan(1)
    expect(read.at(-1)).toMatchObject({ of: bytes.length })
  })

  test("a folder is imported whole, deep ones too; links and hidden files are left alone", async () => {
    const folder = mkdtempSync(join(tmpdir(), "crossing-folder-"))
    folders.push(folder)
    mkdirSync(join(folder, "deep", "er"), { recursive: true })
    mkdirSync(join(folder, ".git"))
    writeFileSync(join(folder, "b.jsonl"), file(transcript(newSession(), 2)))
    writeFileSync(join(folder, "deep", "er", "a.jsonl"), file(transcript(newSession(), 2)))
    writeFileSync(join(folder, "readme.txt"), "words")
    writeFileSync(join(folder, ".git", "c.jsonl"), file(transcript(newSession(), 2)))
    const report = must(await importPath(store.db, folder, { limit }))
    expect(report.files.map(({ name, outcome }) => [name, outcome.ok])).toEqual([
      ["b.jsonl", true],
      [join("deep", "er", "a.jsonl"), true],
      ["readme.txt", false],
    ])
    expect(problemOf(await importPath(store.db, join(folder, "nowhere"), { limit }))).toBe("path-unknown")
  })

  test("after its record was deleted, a file can be imported again", async () => {
    const content = file(transcript(newSession(), 3))
    const first = must(await send(content))
    const record = mainOf(must(first.files[0]?.outcome ?? { ok: false, problem: { id: "none", facts: {} } }))
    must(await deleteRecord(store.db, record))
    expect(problemOf(await getImport(store.db, first.id))).toBe("import-unknown")
    expect(await reportOf(content)).toMatchObject({ status: "new", records: [{ head: 3, added: 3 }] })
  })
})

describe.skipIf(!existsSync(samples))("real samples (skipped where CROSSING_SAMPLES is not there)", () => {
  test("every file: stored as read in memory, valid, and the same the second time", {
    timeout: 300_000,
  }, async () => {
    const once = must(await importPath(store.db, samples, { limit }))
    const read = once.files.filter(({ outcome }) => outcome.ok)
    expect(read.length).toBeGreaterThan(10)
    for (const { name, outcome } of read) {
      const report = must(outcome)
      const inMemory = must(readSource({ name, bytes: readFileSync(join(samples, name)) }))
      expect([name, report.receipt]).toEqual([name, inMemory.receipt])
      for (const record of report.records) {
        const log = must(await readLog(store.db, record.id))
        expect(log.entries).toEqual(inMemory.records[record.n - 1]?.entries)
        const { admit } = admission()
        for (const entry of log.entries) expect(problemOf(admit(entry))).toBe("none")
        const lines = await readLines(store.db, record.id, { limit: 100_000 })
        expect(lines.map((line) => line.json)).toEqual(log.entries.map(printLine))
      }
    }
    const before = await total()
    const twice = must(await importPath(store.db, samples, { limit }))
    expect(await total()).toBe(before)
    for (const { outcome } of twice.files) if (outcome.ok) expect(outcome.value.status).toBe("same")
  })

  test("each is found by its words", async () => {
    const page = must(
      await listRecords(store.db, { query: "を", projector: 1 }, { order: "active", limit: 50 }),
    )
    expect(page.records.length).toBeGreaterThan(0)
  })
})
