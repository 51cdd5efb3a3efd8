import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { append, headOf, readEntries, readLog } from "#db/entries.ts"
import type { FileReport } from "#db/imports.ts"
import { getObject } from "#db/objects.ts"
import { readHeader } from "#db/records.ts"
import { segmentsOf, sourceOf } from "#db/sources.ts"
import { must, numbered, openTestStore, problemOf, type TestStore } from "#db/test-store.ts"
import { readSource } from "#lib/import/read-source.ts"
import { user } from "#lib/record/build.ts"
import { rawLineOf, rawOf } from "./raw.ts"
import { door, file, mainOf, newSession, transcript } from "./test-import.ts"

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const { send, reportOf, total } = door(() => store.db)

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
