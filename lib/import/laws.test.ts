import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { parseLog, printLog } from "#lib/record/log.ts"
import { admission, parseEntry, parseHeader } from "#lib/record/record.ts"
import { linesOf } from "./decode.ts"
import type { LineImporter } from "./importer.ts"
import { importers } from "./index.ts"
import { readSource, type SourceReading } from "./read-source.ts"
import { openRun } from "./run.ts"

/** What holds for every importer, on our own samples and on what chance makes of them. */

const folder = fileURLToPath(new URL("./samples", import.meta.url))
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((item) => item.isFile())
  .map((item) => join(item.parentPath, item.name))
  .toSorted()
const samples = files.map((path) => [relative(folder, path), new Uint8Array(readFileSync(path))] as const)

const read = (name: string, bytes: Uint8Array): SourceReading => {
  const reading = readSource({ name, bytes })
  if (!reading.ok) throw new Error(`${name}: ${JSON.stringify(reading.problem)}`)
  return reading.value
}

/** Every line is accounted for, every record is valid and comes back from its log as it was. */
const sound = ({ receipt, structural, unread, records, objects, segment }: SourceReading): void => {
  const { read: all, kept, duplicate, unread: lost } = receipt
  const counted = Object.values(structural).reduce((sum, count) => sum + count, 0)
  expect(receipt.structural).toBe(counted)
  expect(all).toBe(kept + duplicate + receipt.structural + lost)
  expect(unread).toHaveLength(lost)
  expect(receipt.repaired).toBeLessThanOrEqual(kept)
  const known = new Map([...objects, segment].map((object) => [object.sha256, object]))
  for (const record of records) {
    expect(parseHeader(record.header)).toEqual({ ok: true, value: record.header })
    const { admit } = admission()
    for (const entry of record.entries) {
      expect(parseEntry(entry)).toEqual({ ok: true, value: entry })
      expect(admit(entry)).toMatchObject({ ok: true })
    }
  }
  const logs = records.flatMap((record) => [...printLog(record, (sha256) => known.get(sha256))])
  if (logs.length === 0) return
  const back = parseLog(logs.join("\n"))
  if (!back.ok) throw new Error(JSON.stringify(back.problem))
  expect(
    back.value.records.flatMap((record) => [...printLog(record, (sha256) => known.get(sha256))]),
  ).toEqual(logs)
}

describe.each(samples)("%s", (name, bytes) => {
  test("is read whole", () => {
    const reading = read(name, bytes)
    sound(reading)
    expect(reading.receipt.unread).toBe(0)
    expect(reading.format).toBe(name.split("/")[0])
    expect(reading.records.length).toBeGreaterThan(0)
  })
  test("gives the same twice", () => {
    expect(read(name, bytes)).toEqual(read(name, bytes))
  })
})

const byLine = samples.filter(([, bytes]) => {
  const reading = readSource({ name: "x", bytes })
  return reading.ok && reading.value.segment.mediaType === "application/x-ndjson"
})
const linesOfSample = (bytes: Uint8Array): readonly string[] =>
  [...linesOf(bytes)].map((line) => line?.text ?? "")
const place = (line: number) => ({ segment: "0".repeat(64), line })

describe("a file that has grown begins as the shorter one did", () => {
  const importer = (bytes: Uint8Array): LineImporter => {
    const found = importers.filter(
      (one) =>
        one.unit === "line" && one.detect({ text: Buffer.from(bytes).toString(), whole: true, name: "x" }),
    )
    if (found[0]?.unit !== "line") throw new Error("no importer of lines")
    return found[0]
  }
  test.each(byLine)("%s", (_, bytes) => {
    const by = importer(bytes)
    const lines = linesOfSample(bytes)
    const gain = (count: number): readonly string[] => {
      const run = openRun(by, { name: "x" }, place)
      const batches = [...lines.slice(0, count).map((line) => run.take(line)), run.end()]
      return batches.flatMap(({ entries }) => entries.map((entry) => JSON.stringify(entry)))
    }
    const all = gain(lines.length)
    for (let count = 0; count <= lines.length; count++) {
      const some = gain(count)
      expect(some).toEqual(all.slice(0, some.length))
    }
  })
})

const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1e308, "", " ", "\0", "\ud800", [], {}, [[]], [null, 1, "x"]),
  fc.constantFrom<unknown>(
    { type: "text" },
    { type: "tool_use", input: null },
    { type: "tool_result", content: [{ type: "image", source: { data: "!" } }, null, 3] },
    { type: "image", source: { type: "base64", data: "AAAA" } },
    {
      role: "assistant",
      content: [null, { type: "thinking", thinking: 3 }],
      tool_calls: [null, { function: 1 }],
    },
    { kind: "text", text: "x" },
  ),
  fc.string({ unit: "binary" }),
  fc.jsonValue(),
)

/** Replaces, drops or adds one value somewhere inside. */
const mutate = (value: unknown, steps: readonly number[], by: unknown): unknown => {
  const [step, ...rest] = steps
  if (step === undefined || typeof value !== "object" || value === null) return by
  if (Array.isArray(value)) {
    if (value.length === 0) return [by]
    const at = step % (value.length + 1)
    return at === value.length
      ? [...value, by]
      : value.map((item, index) => (index === at ? mutate(item, rest, by) : item))
  }
  const keys = Object.keys(value)
  const key = keys[step % (keys.length + 1)]
  if (key === undefined) return { ...value, extra: by }
  if (step % 5 === 0) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, name === key ? mutate(item, rest, by) : item]),
  )
}

const change = fc.record({
  at: fc.nat(),
  steps: fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 7 }),
  by: junk,
  how: fc.constantFrom("value", "value", "value", "twice", "gone", "cut", "text"),
})
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

/** A value as a line of text. `String` would ask the value itself, and `{"toString":false}` has no answer. */
const textOf = (value: unknown): string =>
  (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).replaceAll("\n", " ")

const changedLines = (lines: readonly string[], { at, steps, by, how }: Change): readonly string[] => {
  const index = at % Math.max(lines.length, 1)
  const line = lines[index] ?? ""
  const put = (...instead: readonly string[]) => [
    ...lines.slice(0, index),
    ...instead,
    ...lines.slice(index + 1),
  ]
  if (how === "twice") return put(line, line)
  if (how === "gone") return put()
  if (how === "cut") return put(line.slice(0, (steps[0] ?? 0) * 3))
  if (how === "text") return put(textOf(by))
  try {
    return put(JSON.stringify(mutate(JSON.parse(line), steps, by)) ?? "")
  } catch {
    return put(`${line}]`)
  }
}

describe("whatever the lines hold", () => {
  test.each(byLine)("%s is read without a throw, and every line accounted for", (name, bytes) => {
    const lines = linesOfSample(bytes)
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
        const text = changes.reduce(changedLines, lines).join("\n")
        const reading = readSource({ name, text })
        if (reading.ok) {
          const faults = reading.value.unread.filter(({ why }) =>
            /reader-failed|invalid:|repeated|gap/.test(why),
          )
          if (reading.value.format !== "crossing") expect(faults).toEqual([]) // the faults of a log are its own
          sound(reading.value)
        } else expect(reading.problem.id).toMatch(/^(file|format|json)-[a-z]+$/)
      }),
      { numRuns: name.includes("nightly") ? 60 : 40 },
    )
  })
  test.each(samples.filter((sample) => !byLine.includes(sample)))(
    "%s, a document, likewise",
    (name, bytes) => {
      const whole: unknown = JSON.parse(Buffer.from(bytes).toString())
      fc.assert(
        fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
          const changed = changes.reduce<unknown>((value, { steps, by }) => mutate(value, steps, by), whole)
          const reading = readSource({ name, text: JSON.stringify(changed, undefined, 1) ?? "" })
          if (reading.ok) sound(reading.value)
          else expect(reading.problem.id).toMatch(/^(file|format|json)-[a-z]+$/)
        }),
        { numRuns: 60 },
      )
    },
  )
  test("however deep it is", () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`
    const of = (content: string): string =>
      `{"type":"assistant","uuid":"a","sessionId":"s","message":{"content":${content}}}\n`
    for (const content of [deep, `[{"type":"tool_use","id":"t","name":"x","input":${deep}}]`, `[${deep}]`]) {
      const reading = read("deep", Buffer.from(of(content)))
      expect(reading.receipt.read).toBe(1)
      sound(reading)
    }
    expect(readSource({ name: "deep", text: deep })).toMatchObject({ ok: false })
    const body = readSource({
      name: "deep",
      text: `{"model":"x","messages":[{"role":"user","content":${deep}}]}`,
    })
    expect(body.ok && body.value.receipt.read).toBe(1)
  })
})
