import { readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { claimRecord, releaseRecord } from "#db/claims.ts"
import { readEntries, readLog } from "#db/entries.ts"
import { must, openTestStore, problemOf, type TestStore } from "#db/test-store.ts"
import { exchangesIn } from "#lib/import/capture/pair.ts"
import { har } from "#lib/import/har.ts"
import type { Entry } from "#lib/record/entry.ts"
import { attachCaptures } from "./captures.ts"
import { rawOf } from "./raw.ts"
import { listRequests, requestBytes, verifyRecord, verifyRequest } from "./requests.ts"
import { door, file, limit, mainOf, streamOf } from "./test-import.ts"

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const { reportOf, total } = door(() => store.db)
const sample = (path: string): string =>
  readFileSync(new URL(`../import/samples/${path}`, import.meta.url), "utf8")
const archive = sample("har/harbour.har")
const trace = sample("claude-trace/nightly-import.jsonl")
const session = sample("claude-code/nightly-import.jsonl")

const sents = (entries: readonly Entry[]) =>
  entries.flatMap((entry) => (entry.kind === "sent" ? [entry] : []))
const entriesOf = (record: string) => readEntries(store.db, record, { limit: 10_000 })
const bodyOf = async (record: string, seq: number): Promise<string> =>
  Buffer.from(must(await requestBytes(store.db, record, seq))).toString()

/** Every byte that the store holds of anything, as text. */
const everything = async (): Promise<string> => {
  const objects = await store.db.sql<{ bytes: Buffer }[]>`select bytes from object`
  const rests = await store.db.sql<{ rest: Buffer }[]>`select rest from sent`
  const texts = await store.db.sql<{ text: string }[]>`
    select json::text as text from entry union all select header::text from record
    union all select report::text from receipt union all select text from search`
  return [
    ...objects.map(({ bytes }) => bytes.toString()),
    ...rests.map(({ rest }) => rest.toString()),
    ...texts.map(({ text }) => text),
  ].join("\n")
}

describe("captured traffic", () => {
  test("of an archive becomes records whose requests come back byte for byte", async () => {
    const report = await reportOf(archive, "harbour.har")
    expect(report).toMatchObject({ format: "har", status: "new" })
    expect(report.receipt).toMatchObject({ read: 14, kept: 10, duplicate: 0, structural: 4, unread: 0 })
    expect(report.structural).toEqual({ "other-request": 3, preflight: 1 })
    const given = har.exchanges?.(archive).flatMap(({ body }) => body ?? []) ?? []
    const read: string[] = []
    for (const { id } of report.records)
      for (const { seq } of sents(await entriesOf(id))) read.push(await bodyOf(id, seq))
    expect(read).toHaveLength(11) // ten entries, one of them a socket with two requests
    for (const body of read) expect(given).toContain(body)
  })

  test("is listed request by request, and held against what its record would send", async () => {
    const report = await reportOf(archive, "harbour.har")
    const { requests } = must(await listRequests(store.db, mainOf(report), { after: 0, limit: 10 }))
    expect(requests.map(({ sent }) => [sent.by, sent.target])).toEqual(
      Array.from({ length: 3 }, () => ["capture", "anthropic"]),
    )
    const verdicts = must(await verifyRecord(store.db, mainOf(report))).map(({ verdict }) => verdict)
    for (const verdict of verdicts) expect(verdict.is).toMatch(/^(proved|capture-differs)$/)
  })

  test("again adds nothing", async () => {
    const first = await reportOf(archive, "harbour.har")
    const before = await total()
    const second = await reportOf(archive, "again.har")
    expect(await total()).toBe(before)
    expect(second.status).toBe("same")
    expect(second.records.map(({ id, added }) => [id, added])).toEqual(first.records.map(({ id }) => [id, 0]))
  })

  test("leaves no secret of a header, a cookie or an address in the store", async () => {
    const report = await reportOf(archive, "harbour.har")
    await reportOf(trace, "log.jsonl")
    await reportOf(sample("request-pairs/providers.jsonl"), "providers.jsonl")
    await reportOf(sample("claude-tap/agents.jsonl"), "agents.jsonl")
    expect(archive).toContain("SYNTHETIC-")
    expect(await everything()).not.toMatch(/SYNTHETIC-/)
    const raw = must(await rawOf(store.db, mainOf(report), 2))
    expect(JSON.parse(raw)).toMatchObject({ request: { url: "https://api.anthropic.com/v1/messages" } })
    expect(raw).toContain('"masked"')
  })

  test("that has grown adds its new lines, and their requests", async () => {
    const lines = trace
      .trimEnd()
      .split("\n")
      .map((line) => line.replaceAll("nightly import", "hourly import"))
    const first = await reportOf(file(lines.slice(0, 4)), "grows.jsonl")
    const grown = await reportOf(file(lines), "grows.jsonl")
    expect(grown).toMatchObject({ status: "grown", receipt: { read: 6, kept: 6 } })
    const main = grown.records[1]
    expect(main).toMatchObject({ id: first.records[1]?.id, head: 15, added: 5 })
    const entries = await entriesOf(main?.id ?? "")
    const bodies = exchangesIn(lines[5] ?? "").map(({ body }) => body)
    expect(await bodyOf(main?.id ?? "", sents(entries).at(-1)?.seq ?? 0)).toBe(bodies[0])
  })

  test("whose last line is still being written keeps none of its secrets", async () => {
    const cut = `${trace.slice(0, trace.indexOf("\n") + 1)}${trace.slice(trace.indexOf("\n") + 1).slice(0, 700)}`
    expect(cut.slice(-700)).toContain("SYNTHETIC-")
    const report = await reportOf(cut, "written.jsonl")
    expect(report.receipt.unread).toBe(1)
    expect(await everything()).not.toMatch(/SYNTHETIC-/)
  })
})

describe("attached to the record of the same session", () => {
  const attach = (record: string, content: string, name = "log.jsonl") =>
    attachCaptures(store.db, record, { name, stream: streamOf(Buffer.from(content), 10_000), limit })

  test("each request stands where the record was when it was sent, and is compared", async () => {
    const record = mainOf(await reportOf(session, "session.jsonl"))
    const before = must(await readLog(store.db, record)).entries
    const report = must(await attach(record, trace))
    expect(report).toMatchObject({ format: "claude-trace", requests: 6, known: 0, foreign: 1, unread: 0 })
    expect(report.attached).toHaveLength(5)
    const replies = report.attached.slice(1, 4).map(({ through }) => before[through])
    expect(replies.map((entry) => (entry?.kind === "message" ? entry.responseId : undefined))).toEqual([
      "msg_01ziUjMJD6nXGkoDt2Ca5p7u",
      "msg_01jD6NxWKS7g5TwN3zEqMLAT",
      "msg_01v6Yo9sVVxbdhPa3EtgPNhJ",
    ])
    expect(report.attached[0]?.through).toBe(report.attached[1]?.through) // sent again after a refusal
    const [body] = exchangesIn(trace.split("\n")[3] ?? "").map((exchange) => exchange.body)
    const third = report.attached[2]
    expect(await bodyOf(record, third?.seq ?? 0)).toBe(body)
    const proof = must(await verifyRequest(store.db, record, third?.seq ?? 0))
    expect(proof.verdict).toMatchObject({ is: "capture-differs", at: { byte: expect.any(Number) } })
  })

  test("again adds nothing, and a longer capture only what is new", async () => {
    const own = session.replaceAll("65436ae5", "75436ae5")
    const record = mainOf(await reportOf(own, "session.jsonl"))
    const lines = trace.trimEnd().split("\n")
    const first = must(await attach(record, file(lines.slice(0, 4))))
    expect(first.attached).toHaveLength(3)
    const before = await total()
    expect(must(await attach(record, file(lines.slice(0, 4))))).toMatchObject({
      attached: [],
      known: 3,
      foreign: 1,
    })
    expect(await total()).toBe(before)
    expect(must(await attach(record, trace))).toMatchObject({ known: 3, foreign: 1, requests: 6 })
    expect(sents(await entriesOf(record))).toHaveLength(5)
  })

  test("a capture of its own requests is known already", async () => {
    const report = await reportOf(archive, "harbour.har")
    const told = must(await attach(mainOf(report), archive, "harbour.har"))
    expect(told).toMatchObject({ requests: 11, attached: [], known: 3, foreign: 8, other: 4 })
  })

  test("what cannot be attached is refused, and nothing is written", async () => {
    const record = mainOf(await reportOf(session.replaceAll("65436ae5", "85436ae5"), "session.jsonl"))
    const before = await total()
    expect(problemOf(await attach("nobody", trace))).toBe("record-unknown")
    expect(problemOf(await attach(record, session))).toBe("capture-missing")
    expect(problemOf(await attach(record, ""))).toBe("file-empty")
    expect(problemOf(await attach(record, "words"))).toBe("format-unknown")
    expect(await claimRecord(store.db, record)).toBe(true)
    expect(problemOf(await attach(record, trace))).toBe("record-busy")
    await releaseRecord(store.db, record)
    expect(await total()).toBe(before)
  })
})
