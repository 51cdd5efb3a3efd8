import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { deleteRecord } from "#db/deletion.ts"
import { append, headOf, readEntries, readLines, readLog } from "#db/entries.ts"
import { type FileReport, getImport, listImports, startImport } from "#db/imports.ts"
import { listRecords } from "#db/list.ts"
import { digestOf, getObject } from "#db/objects.ts"
import { createRecord, readHeader } from "#db/records.ts"
import { projectRoot } from "#db/root.ts"
import { segmentsOf, sourceOf } from "#db/sources.ts"
import { must, numbered, openTestStore, problemOf, type TestStore, testHeader } from "#db/test-store.ts"
import { readSource } from "#lib/import/read-source.ts"
import { agent, image, text, user } from "#lib/record/build.ts"
import type { Entry } from "#lib/record/entry.ts"
import { admission, printLine } from "#lib/record/record.ts"
import { importPath, importStream, type Progress } from "./import.ts"
import { logLines } from "./log-lines.ts"
import { rawLineOf, rawOf } from "./raw.ts"

let store: TestStore
const folders: string[] = []
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

let sessions = 0
const newSession = (): string => {
  sessions += 1
  return `${String(sessions).padStart(8, "0")}-0000-4000-8000-000000000000`
}

type Fields = { readonly [key: string]: unknown }

/** Lines of a session as Claude Code writes them: a prompt and an answer in turn, each the child of the one before. */
const transcript = (
  session: string,
  count: number,
  extra: (n: number) => Fields = () => ({}),
): readonly string[] =>
  Array.from({ length: count }, (_, index) => {
    const n = index + 1
    const message =
      n % 2 === 1
        ? { role: "user", content: `prompt ${n}` }
        : {
            role: "assistant",
            id: `msg_${n}`,
            model: "claude-x",
            content: [{ type: "text", text: `answer ${n}` }],
          }
    return JSON.stringify({
      parentUuid: n === 1 ? null : `${session}~${n - 1}`,
      isSidechain: false,
      sessionId: session,
      version: "2.1.47",
      type: message.role,
      message,
      uuid: `${session}~${n}`,
      timestamp: `2026-01-02T03:04:${String(n % 60).padStart(2, "0")}.000Z`,
      ...extra(n),
    })
  })

const file = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("")

async function* streamOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const limit = 100_000_000

const send = (content: string | Uint8Array, name = "session.jsonl", into?: string) =>
  importStream(
    store.db,
    { name, stream: streamOf(typeof content === "string" ? Buffer.from(content) : content, 50_000), limit },
    into,
  )

const reportOf = async (content: string | Uint8Array, name?: string): Promise<FileReport> => {
  const report = must(await send(content, name))
  const [only] = report.files
  if (only === undefined || report.files.length !== 1) throw new Error("expected one file")
  return must(only.outcome)
}

const mainOf = (report: FileReport): string => report.records[0]?.id ?? ""

const total = async (): Promise<number> => {
  const [row] = await store.db.sql<{ n: number }[]>`
    select (select count(*) from record)::int + (select count(*) from entry)::int + (select count(*) from object)::int as n`
  return row?.n ?? 0
}

describe("one file", () => {
  test("becomes a record that equals what is read in memory, with its source kept", async () => {
    const session = newSession()
    const content = file(transcript(session, 7))
    const report = await reportOf(content)
    expect(report).toMatchObject({ format: "claude-code", status: "new", bytes: Buffer.byteLength(content) })
    expect(report.receipt).toEqual({ read: 7, kept: 7, duplicate: 0, structural: 0, unread: 0, repaired: 0 })
    expect(report.records).toEqual([{ id: mainOf(report), n: 1, title: null, head: 7, added: 7 }])
    const log = must(await readLog(store.db, mainOf(report)))
    const inMemory = must(readSource({ name: "session.jsonl", text: content }))
    expect(log.entries).toEqual(inMemory.records[0]?.entries)
    expect(log.header.origin).toEqual({ format: "claude-code", session, name: "session.jsonl" })
    const segments = await segmentsOf(store.db, (await sourceOf(store.db, mainOf(report))) ?? "")
    expect(segments).toMatchObject([{ bytes: Buffer.byteLength(content), breaks: 7 }])
    expect(Buffer.from(must(await getObject(store.db, segments[0]?.sha256 ?? "")).bytes).toString()).toBe(
      content,
    )
  })

  test("again adds nothing at all", async () => {
    const content = file(transcript(newSession(), 5))
    const first = await reportOf(content)
    const before = await total()
    const second = await reportOf(content, "a copy.jsonl")
    expect(await total()).toBe(before)
    expect(second).toMatchObject({ status: "same", receipt: first.receipt })
    expect(second.records).toEqual([{ ...first.records[0], added: 0 }])
  })

  test("that has grown adds its new lines, and a segment of the new bytes", async () => {
    const lines = transcript(newSession(), 9)
    const first = await reportOf(file(lines.slice(0, 4)))
    const grown = await reportOf(file(lines))
    expect(grown).toMatchObject({ status: "grown", receipt: { read: 9, kept: 9 } })
    expect(grown.records).toEqual([{ ...first.records[0], head: 9, added: 5 }])
    const segments = await segmentsOf(store.db, (await sourceOf(store.db, mainOf(grown))) ?? "")
    expect(segments.map((segment) => segment.breaks)).toEqual([4, 5])
    const entries = await readEntries(store.db, mainOf(grown), { limit: 20 })
    expect(entries[3]?.origin).toEqual({ segment: segments[0]?.sha256, lines: [4, 4] })
    expect(entries[4]?.origin).toEqual({ segment: segments[1]?.sha256, lines: [1, 1] })
    expect(must(await rawOf(store.db, mainOf(grown), 4))).toBe(lines[3])
    expect(must(await rawOf(store.db, mainOf(grown), 9))).toBe(lines[8])
  })

  test("line by line gives the same record as at once", async () => {
    const lines = transcript(newSession(), 6)
    for (let count = 1; count <= lines.length; count += 1) await reportOf(file(lines.slice(0, count)))
    const grown = await reportOf(file(lines))
    expect(grown.records).toMatchObject([{ head: 6, added: 0 }])
    const whole = must(readSource({ name: "x", text: file(lines) }))
    const bare = (entry: object): object => ({ ...entry, origin: undefined })
    const stored = await readEntries(store.db, mainOf(grown), { limit: 20 })
    expect(stored.map(bare)).toEqual(whole.records[0]?.entries.map(bare))
  })

  test("whose old bytes changed is a new source with new records, and the report says so", async () => {
    const lines = transcript(newSession(), 4)
    const first = await reportOf(file(lines))
    const changed = await reportOf(file(lines).replace("prompt 1", "prompt one"))
    expect(changed).toMatchObject({ status: "changed", changed: "bytes" })
    expect(mainOf(changed)).not.toBe(mainOf(first))
    expect(await headOf(store.db, mainOf(first))).toBe(4)
    expect((await reportOf(file(lines))).records[0]).toMatchObject({ id: mainOf(first), added: 0 })
  })

  test("an older copy of it adds nothing", async () => {
    const lines = transcript(newSession(), 6)
    const first = await reportOf(file(lines))
    const older = await reportOf(file(lines.slice(0, 3)))
    expect(older).toMatchObject({ status: "same", records: [{ id: mainOf(first), head: 6, added: 0 }] })
  })

  test("that grew after its record was continued here becomes a record of its own", async () => {
    const lines = transcript(newSession(), 6)
    const first = await reportOf(file(lines.slice(0, 4)))
    const own = numbered([user("written here", { id: "ours" })], 4)
    must(await append(store.db, { record: mainOf(first), head: 4, entries: own }))
    expect(await reportOf(file(lines.slice(0, 4)))).toMatchObject({
      status: "same",
      records: [{ head: 5, added: 0 }],
    })
    const grown = await reportOf(file(lines))
    expect(grown).toMatchObject({ status: "changed", changed: "continued", records: [{ head: 6, added: 6 }] })
    expect(await headOf(store.db, mainOf(first))).toBe(5)
    expect(await reportOf(file(lines))).toMatchObject({
      status: "same",
      records: [{ id: mainOf(grown), added: 0 }],
    })
  })

  test("with an unfinished last line waits for the rest of it", async () => {
    const lines = transcript(newSession(), 3)
    const whole = file(lines)
    const first = await reportOf(whole.slice(0, -40))
    expect(first.receipt).toMatchObject({ read: 3, kept: 2, unread: 1 })
    expect(first.unread).toEqual([{ line: 3, why: "line-unfinished" }])
    expect(first.records).toMatchObject([{ head: 2, added: 2 }])
    const object = must(await getObject(store.db, first.unfinished?.object ?? ""))
    expect(Buffer.from(object.bytes).toString()).toBe((lines[2] ?? "").slice(0, -39))
    const grown = await reportOf(whole)
    expect(grown).toMatchObject({ status: "grown", receipt: { read: 3, kept: 3, unread: 0 } })
    expect(grown.records).toMatchObject([{ id: mainOf(first), head: 3, added: 1 }])
  })

  test("without a last line feed is whole, and grows all the same", async () => {
    const lines = transcript(newSession(), 4)
    const first = await reportOf(file(lines.slice(0, 2)).slice(0, -1))
    expect(first.receipt).toMatchObject({ read: 2, kept: 2, unread: 0 })
    const grown = await reportOf(file(lines))
    expect(grown).toMatchObject({ status: "grown", records: [{ id: mainOf(first), head: 4, added: 2 }] })
    expect(must(await rawOf(store.db, mainOf(grown), 2))).toBe(lines[1])
    expect(must(await rawOf(store.db, mainOf(grown), 3))).toBe(lines[2])
  })

  test("unread lines are counted, listed and shown as they are", async () => {
    const lines = [...transcript(newSession(), 2), "{ no json", ...transcript(newSession(), 1)]
    const report = must(await send(file(lines)))
    const kept = must(report.files[0]?.outcome ?? { ok: false, problem: { id: "none", facts: {} } })
    expect(kept.receipt).toMatchObject({ read: 4, unread: 1 })
    expect(kept.unread).toMatchObject([{ line: 3 }])
    expect(must(await rawLineOf(store.db, report.id, 1, 3))).toBe("{ no json")
    expect(must(await rawLineOf(store.db, report.id, 1, 4))).toBe(lines[3])
    expect(problemOf(await rawLineOf(store.db, report.id, 1, 5))).toBe("raw-missing")
  })

  test("hard text arrives exactly", async () => {
    const hard = "nul \u0000 lone \ud800 日本 \u2028 😀"
    const session = newSession()
    const lines = transcript(session, 1, () => ({ message: { role: "user", content: hard } }))
    const report = await reportOf(file(lines))
    const [entry] = await readEntries(store.db, mainOf(report), { limit: 1 })
    expect(entry).toMatchObject({ kind: "message", blocks: [{ kind: "text", text: hard }] })
  })

  test("longer than one segment is cut at lines, and every raw line is found", {
    timeout: 120_000,
  }, async () => {
    const session = newSession()
    const filler = "x".repeat(300_000)
    const giant = "y".repeat(9_000_000)
    const content = (n: number): string => `${n} ${n === 20 ? giant : filler}`
    const lines = transcript(session, 40, (n) =>
      n % 2 === 1 || n === 20 ? { type: "user", message: { role: "user", content: content(n) } } : {},
    )
    const report = await reportOf(file(lines))
    expect(report.records).toMatchObject([{ head: 40 }])
    const segments = await segmentsOf(store.db, (await sourceOf(store.db, mainOf(report))) ?? "")
    expect(segments.length).toBeGreaterThan(3)
    expect(segments.reduce((sum, segment) => sum + segment.bytes, 0)).toBe(Buffer.byteLength(file(lines)))
    for (const seq of [1, 13, 14, 15, 19, 20, 21, 22, 40])
      expect(must(await rawOf(store.db, mainOf(report), seq)) === lines[seq - 1]).toBe(true)
  })
})

describe("our own logs", () => {
  const logOf = async (record: string): Promise<readonly string[]> => {
    const lines: string[] = []
    for await (const line of must(await logLines(store.db, record))) lines.push(line)
    return lines
  }
  const written = async (title: string): Promise<string> => {
    const bytes = Buffer.from(`picture of ${title}`)
    const object = { sha256: digestOf(bytes), mediaType: "image/png", bytes }
    const record = must(await createRecord(store.db, testHeader({ title })))
    const entries = numbered([user([text("look \u0000"), image(object.sha256)]), agent("seen")])
    must(await append(store.db, { record, head: 0, entries, objects: [object] }))
    return record
  }

  test("bring back what was deleted, byte for byte, under its id and with its objects", async () => {
    const record = await written("a chat")
    const log = await logOf(record)
    must(await deleteRecord(store.db, record))
    const report = await reportOf(file(log), "chat.crossing.jsonl")
    expect(report).toMatchObject({
      format: "crossing",
      status: "new",
      records: [{ id: record, title: "a chat", added: 2 }],
    })
    expect(await logOf(record)).toEqual(log)
  })

  test("add nothing to a record that is still here, and what is new to one that is older", async () => {
    const record = await written("still here")
    const log = await logOf(record)
    expect(await reportOf(file(log))).toMatchObject({ status: "same", records: [{ id: record, added: 0 }] })
    const more = printLine(numbered([user("more", { id: "more" })], 2)[0] as Entry) // one draft gives one entry
    expect(await reportOf(file([...log, more]))).toMatchObject({
      status: "grown",
      records: [{ id: record, added: 1 }],
    })
    expect(await logOf(record)).toEqual([...log, more])
    expect(await reportOf(file(log))).toMatchObject({
      status: "same",
      records: [{ id: record, head: 3, added: 0 }],
    })
  })

  test("that say otherwise of the same record become a copy, and the record stays as it is", async () => {
    const record = await written("disputed")
    const log = await logOf(record)
    const forged = log.map((line) => line.replace("seen", "seem"))
    const report = await reportOf(file(forged))
    expect(report).toMatchObject({ status: "changed", changed: "bytes", records: [{ head: 2, added: 2 }] })
    expect(mainOf(report)).not.toBe(record)
    expect(await logOf(record)).toEqual(log)
  })

  test("of several records keep who came from whom", async () => {
    const parent = await written("parent")
    const child = must(
      await createRecord(store.db, testHeader({ parent: { record: parent, seq: 1, how: "fork" } })),
    )
    must(await append(store.db, { record: child, head: 0, entries: numbered([user("x")]) }))
    const logs = file([...(await logOf(parent)), ...(await logOf(child))])
    for (const record of [parent, child]) must(await deleteRecord(store.db, record))
    must(await createRecord(store.db, testHeader({ id: parent }))) // somebody else's by now
    const report = await reportOf(logs)
    const [copy, fork] = report.records
    expect(copy?.id).not.toBe(parent)
    expect(fork?.id).toBe(child)
    expect(must(await readHeader(store.db, child)).parent).toEqual({ record: copy?.id, seq: 1, how: "fork" })
  })
})

describe("refusals", () => {
  const cases: readonly [string, string | Uint8Array, string][] = [
    ["an empty file", "", "file-empty"],
    ["a binary file", Buffer.from([0, 1, 2, 3, 0, 0, 255, 254]), "file-binary"],
    ["an unknown format", "hello\nworld\n", "format-unknown"],
    ["a document that is cut off", '{"loglines":[{"type":"user"', "json-invalid"],
  ]
  test.each(cases)("%s leaves nothing behind", async (_, content, problem) => {
    const before = await total()
    const imports = (await listImports(store.db, { limit: 1000 })).length
    expect(problemOf(await send(content))).toBe(problem)
    expect(await total()).toBe(before)
    expect(await listImports(store.db, { limit: 1000 })).toHaveLength(imports)
    expect(readdirSync(store.db.spool)).toEqual([])
  })

  test("over the limit, and cut off by its sender", async () => {
    const before = await total()
    const stream = streamOf(Buffer.from(file(transcript(newSession(), 50))), 1000)
    expect(await importStream(store.db, { name: "big", stream, limit: 5000 })).toEqual({
      ok: false,
      problem: { id: "body-too-large", facts: { limit: 5000 } },
    })
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(file(transcript(newSession(), 3)))
      throw Object.assign(new Error("gone"), { code: "ECONNRESET" })
    }
    expect(problemOf(await importStream(store.db, { name: "cut", stream: broken(), limit }))).toBe(
      "body-interrupted",
    )
    expect(await total()).toBe(before)
    expect(readdirSync(store.db.spool)).toEqual([])
  })

  test("an import that is not there", async () => {
    expect(problemOf(await send(file(transcript(newSession(), 1)), "x", "nowhere"))).toBe("import-unknown")
  })

  test("a failure in the middle leaves nothing half-written", async () => {
    const before = await total()
    const lines = transcript(newSession(), 4_000)
    await store.db.sql.unsafe(`
      create function fail_late() returns trigger language plpgsql as $$
      begin if new.seq > 3500 then raise exception 'disk full' using errcode = '53100'; end if; return new; end $$;
      create trigger fail_late before insert on entry for each row execute function fail_late();`)
    await expect(send(file(lines))).rejects.toMatchObject({ code: "53100" })
    await store.db.sql.unsafe("drop trigger fail_late on entry; drop function fail_late")
    expect(await total()).toBe(before)
    expect(await reportOf(file(lines))).toMatchObject({ status: "new", records: [{ head: 4_000 }] })
  })
})

describe("several at once", () => {
  test("the same file from several senders becomes one record", async () => {
    const content = file(transcript(newSession(), 30))
    const reports = await Promise.all([1, 2, 3, 4].map(() => reportOf(content)))
    expect(new Set(reports.map(mainOf)).size).toBe(1)
    expect(reports.map((report) => report.status).toSorted()).toEqual(["new", "same", "same", "same"])
  })

  test("a sub-agent's file finds its parent, whichever comes first, or both at once", async () => {
    const agentLines = (session: string): string =>
      file(
        transcript(session, 3, (n) => ({
          isSidechain: true,
          agentId: "a1b2c3d",
          uuid: `side-${session}-${n}`,
          parentUuid: n === 1 ? null : `side-${session}-${n - 1}`,
        })),
      )
    const parentOf = async (report: FileReport) => must(await readHeader(store.db, mainOf(report))).parent
    const orders: readonly ("parent" | "child" | "both")[] = ["parent", "child", "both"]
    for (const first of orders) {
      const session = newSession()
      const sendParent = () => reportOf(file(transcript(session, 2)))
      const sendChild = () => reportOf(agentLines(session), "agent-a1b2c3d.jsonl")
      let parent: FileReport
      let child: FileReport
      if (first === "parent") {
        parent = await sendParent()
        child = await sendChild()
      } else if (first === "child") {
        child = await sendChild()
        expect(await parentOf(child)).toBeUndefined()
        parent = await sendParent()
      } else [parent, child] = await Promise.all([sendParent(), sendChild()])
      expect(await parentOf(child)).toMatchObject({ record: mainOf(parent), how: "subagent" })
    }
  })
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

const samples = process.env.CROSSING_SAMPLES ?? join(dirname(projectRoot()), "shared", "samples")

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
