import { readFileSync } from "node:fs"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { anyRecord } from "#lib/record/arbitrary/record.ts"
import { call, record, replacement, result, rewind, undo, user } from "#lib/record/build.ts"
import type { Entry } from "#lib/record/entry.ts"
import { printLog } from "#lib/record/log.ts"
import { admission, printLine, type RecordLog } from "#lib/record/record.ts"
import { admit } from "./crossing/admit.ts"
import { readSource, type SourceReading } from "./read-source.ts"

const sample = readFileSync(new URL("./samples/crossing/two-records.crossing.jsonl", import.meta.url), "utf8")

const read = (text: string): SourceReading => {
  const reading = readSource({ name: "x.crossing.jsonl", text })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problem))
  return reading.value
}
const linesOf = (of: RecordLog): readonly string[] => [...printLog(of)]
const readLines = (lines: readonly string[]): SourceReading => read(lines.join("\n"))

test("several records and objects of one file come back as they were", () => {
  const { records, objects, receipt, format } = read(sample)
  const known = new Map(objects.map((object) => [object.sha256, object]))
  const [first, second] = records
  if (first === undefined || second === undefined) throw new Error("two records")
  const again = [...printLog(first, (sha256) => known.get(sha256)), ...printLog(second)]
  expect(`${again.join("\n")}\n`).toBe(sample)
  expect(format).toBe("crossing")
  expect(receipt).toMatchObject({ read: 22, kept: 22 })
  expect(second.header.parent).toEqual({ record: first.header.id, seq: 3, how: "fork" })
})

test("any record comes back as it was", () => {
  fc.assert(
    fc.property(fc.array(anyRecord(12), { minLength: 1, maxLength: 3 }), (records) => {
      const lines = records.flatMap(linesOf)
      const reading = readLines(lines)
      expect(reading.records.flatMap(linesOf)).toEqual(lines)
      expect(reading.receipt).toMatchObject({ read: lines.length, kept: lines.length })
    }),
  )
})

test("a log that holds only its header is a record", () => {
  expect(readLines(linesOf(record())).records).toHaveLength(1)
})

describe("lines that do not fit", () => {
  const whole = linesOf(record(user("a"), user("b"), user("c"), user("d")))
  const kinds = (reading: SourceReading) => reading.records[0]?.entries.map(({ kind }) => kind)

  test("a broken line leaves its number to an unread entry", () => {
    const reading = readLines(whole.with(2, "{broken"))
    expect(kinds(reading)).toEqual(["message", "unread", "message", "message"])
    expect(reading.records[0]?.entries[1]).toMatchObject({
      seq: 2,
      raw: "{broken",
      why: "json-invalid",
      origin: { lines: [3, 3] },
    })
    expect(reading.unread).toEqual([{ line: 3, why: "json-invalid" }])
  })
  test("a line too many is counted and left out", () => {
    const reading = readLines(whole.toSpliced(2, 0, "garbage"))
    expect(kinds(reading)).toEqual(["message", "message", "message", "message"])
    expect(reading.receipt).toMatchObject({ kept: 5, unread: 1 })
  })
  test("a missing line too", () => {
    const reading = readLines(whole.toSpliced(2, 1))
    expect(reading.records[0]?.entries).toMatchObject([
      {},
      { kind: "unread", raw: "", why: "entry-missing" },
      { seq: 3 },
      { seq: 4 },
    ])
    expect(reading.receipt.unread).toBe(0)
  })
  test("the same line twice is a duplicate, the same id with other content is not", () => {
    expect(readLines(whole.toSpliced(2, 0, whole[1] ?? "")).receipt).toMatchObject({ kept: 5, duplicate: 1 })
    const other = printLine({ ...JSON.parse(whole[2] ?? ""), id: "e1" })
    expect(readLines(whole.with(2, other)).unread).toEqual([{ line: 3, why: "id-repeated" }])
  })
  test("a header that is not valid takes its entries with it, and only those", () => {
    const reading = readLines([
      ...whole,
      '{"kind":"record","version":9,"id":"x"}',
      ...whole.slice(1),
      ...whole,
    ])
    expect(reading.records).toHaveLength(2)
    expect(reading.receipt).toMatchObject({ read: 15, kept: 10, unread: 5 })
    expect(reading.unread.map(({ why }) => why)).toEqual([
      "version-unknown",
      ...Array(4).fill("header-missing"),
    ])
  })
  test("an object whose bytes are others is refused", () => {
    const damaged = sample.replace(/"base64":"..../, '"base64":"AAAA')
    expect(read(damaged).unread).toEqual([{ line: 4, why: "object-damaged" }])
  })
})

test("the rules are those of admission", () => {
  const bent = fc.tuple(
    anyRecord(16),
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 6 }), fc.nat({ max: 20 })), { maxLength: 4 }),
  )
  const bend = (entry: Entry, how: number, by: number): Entry => {
    if (how === 0) return { ...entry, seq: by + 1 }
    if (how === 1) return { ...entry, id: `e${by}` }
    if (how === 2) return { ...rewind(by + 1), seq: entry.seq, id: entry.id, at: null } as Entry // a draft of that kind
    if (how === 3) return { ...undo(by + 1), seq: entry.seq, id: entry.id, at: null } as Entry // likewise
    if (how === 4)
      return { ...replacement(`${by}.0`, call("c1")), seq: entry.seq, id: entry.id, at: null } as Entry // likewise
    return entry
  }
  let refused = 0
  fc.assert(
    fc.property(bent, ([{ entries }, bends]) => {
      const changed = [...entries]
      for (const [at, how, by] of bends) {
        const index = at % Math.max(changed.length, 1)
        const entry = changed[index]
        if (entry !== undefined) changed[index] = bend(entry, how, by)
      }
      const ours = admit()
      const theirs = admission()
      for (const entry of changed) {
        const outcome = theirs.admit(entry)
        if (!outcome.ok) refused++
        expect(ours.take(entry)).toEqual(outcome)
      }
    }),
    { numRuns: 400 },
  )
  expect(refused).toBeGreaterThan(100)
})

test("a replacement of a block inside a result is one of its kind", () => {
  const lines = linesOf(
    record(user("a"), result("c1", "out"), replacement("2.0.0", { kind: "text", text: "x" })),
  )
  expect(readLines(lines).receipt.unread).toBe(0)
  const unlike = linesOf(record(user("a"), result("c1", "out"), replacement("2.0.0", call("c1"))))
  expect(readLines(unlike).unread).toEqual([{ line: 4, why: "replacement-unlike" }])
})
