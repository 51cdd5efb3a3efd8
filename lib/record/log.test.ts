import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { storedObject } from "./arbitrary/media.ts"
import { anyRecord } from "./arbitrary/record.ts"
import { image, record, result, user } from "./build.ts"
import { objectsOf, parseLog, printLog, readObject } from "./log.ts"
import { printLine, type RecordLog } from "./record.ts"

const printed = (log: RecordLog): string =>
  [...printLog(log, storedObject)].map((line) => `${line}\n`).join("")
const problem = (text: string) => {
  const parsed = parseLog(text)
  return parsed.ok ? undefined : parsed.problem
}

describe("a log comes back as it went out", () => {
  it("to the byte, with its objects, whatever the record holds", () => {
    fc.assert(
      fc.property(anyRecord(20), (log) => {
        const text = printed(log)
        const parsed = parseLog(text)
        if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem))
        expect(parsed.value.records).toHaveLength(1)
        expect(parsed.value.records[0]).toEqual(log)
        const again = new Map(parsed.value.objects.map((object) => [object.sha256, object]))
        const back = parsed.value.records.flatMap((item) => [
          ...printLog(item, (sha256) => again.get(sha256)),
        ])
        expect(back.map((line) => `${line}\n`).join("")).toBe(text)
        expect(new TextDecoder().decode(new TextEncoder().encode(text))).toBe(text)
      }),
      { numRuns: 300, seed: 11 },
    )
  })
  it("with several records in one file", () => {
    const text = printed(record(user("a"))) + printed(record(user("b"), user("c")))
    const parsed = parseLog(text)
    expect(parsed.ok && parsed.value.records.map((item) => item.entries.length)).toEqual([1, 2])
  })
  it("from a file with carriage returns or without a last line feed", () => {
    const text = printed(record(user("a"), user("b")))
    expect(parseLog(text.replaceAll("\n", "\r\n"))).toEqual(parseLog(text))
    expect(parseLog(text.trimEnd())).toEqual(parseLog(text))
  })
})

describe("objects", () => {
  const [one] = [...printLog(record(user([image(objectWithBytes())])), storedObject)].slice(1)
  it("stand once, before the first entry that names them", () => {
    const sha256 = objectWithBytes()
    const lines = [
      ...printLog(
        record(user("a"), user([image(sha256), image(sha256)]), result("c", [image(sha256)])),
        storedObject,
      ),
    ]
    expect(lines.map((line) => JSON.parse(line).kind)).toEqual([
      "record",
      "message",
      "object",
      "message",
      "message",
    ])
  })
  it("are left out where the store does not have them", () => {
    expect([...printLog(record(user([image("0".repeat(64))])))]).toHaveLength(2)
  })
  it("are named by pictures, results, replacements and origins", () => {
    const [entry] = record(user([image("0".repeat(64))])).entries
    expect(entry && objectsOf({ ...entry, origin: { segment: "1".repeat(64), lines: [1, 2] } })).toEqual([
      "0".repeat(64),
      "1".repeat(64),
    ])
  })
  it("are refused where bytes and digest, or bytes and their count, do not fit", () => {
    const value = JSON.parse(one ?? "")
    expect(readObject(value).ok).toBe(true)
    expect(readObject({ ...value, base64: Buffer.from("other").toString("base64") })).toMatchObject({
      problem: { id: "object-damaged" },
    })
    expect(readObject({ ...value, bytes: value.bytes + 1 })).toMatchObject({
      problem: { id: "object-damaged" },
    })
    expect(readObject({ ...value, sha256: "x" })).toMatchObject({ problem: { id: "object-invalid" } })
  })
})

function objectWithBytes(): string {
  const [sha256] = fc
    .sample(anyRecord(30), { numRuns: 50, seed: 1 })
    .flatMap((log) => log.entries.flatMap(objectsOf))
    .filter((id) => storedObject(id) !== undefined)
  return sha256 ?? ""
}

describe("what does not fit is refused with its line", () => {
  const header = printLine(record().header)
  const [entry] = record(user("a")).entries
  const line = entry === undefined ? "" : printLine(entry)
  it.each([
    ["nothing at all", "", "header-missing", 1],
    ["an entry without a header", line, "header-missing", 1],
    ["no JSON", `${header}\n${line}\n{"seq":2`, "line-not-json", 3],
    ["a number", `${header}\n7`, "line-not-object", 2],
    ["an entry of no kind", `${header}\n{"seq":1}`, "entry-invalid", 2],
    ["a gap", `${header}\n${line.replace('"seq":1', '"seq":2')}`, "seq-gap", 2],
    ["a repeated id", `${header}\n${line}\n${line.replace('"seq":1', '"seq":2')}`, "id-repeated", 3],
    ["a newer version", header.replace('"version":1', '"version":9'), "version-unknown", 1],
  ])("%s", (_, text, id, at) => {
    expect(problem(text)).toMatchObject({ id, facts: { line: at } })
  })
})
