import { existsSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { describe, expect, test } from "vitest"
import { realFiles, samples } from "#e2e/samples.ts"
import type { Entry } from "#lib/record/entry.ts"
import { parseLog, printLog } from "#lib/record/log.ts"
import { admission } from "#lib/record/record.ts"
import { linesOf } from "./decode.ts"
import { detect, importers, sampleOf } from "./index.ts"
import { readSource, type SourceReading } from "./read-source.ts"
import { openRun } from "./run.ts"

const isHere = existsSync(join(samples, "claude-code"))
const skipped = isHere ? "" : `: none at ${samples}, skipped`
const files = isHere ? realFiles(/./).map((path) => relative(samples, path)) : []

const bytesOf = (file: string): Uint8Array => new Uint8Array(readFileSync(join(samples, file)))
const read = (file: string): SourceReading => {
  const reading = readSource({ name: file, bytes: bytesOf(file) })
  if (!reading.ok) throw new Error(`${file}: ${JSON.stringify(reading.problem)}`)
  return reading.value
}

const session = "b3a7bd3c-5a10-4e7b-8ff0-7fc0cd6d1093"
const agents = `v2.1.33-parallel-subagents/${session}/subagents`

/** File, lines, records, entries, kept, duplicate, structural, unread: counted apart from this code, from the files. */
const counts = [
  ["duplicate-uuid-fixture.jsonl", 7, 1, 6, 6, 0, 1, 0],
  ["edge-cases-malformed.jsonl", 19, 1, 18, 12, 0, 1, 6],
  ["v1.0.108-sidechain-japanese.jsonl", 53, 3, 53, 53, 0, 0, 0],
  ["v1.0.98-inline-sidechains-ansi.jsonl", 438, 6, 437, 437, 0, 1, 0],
  ["v2.0.26-image-in-tool-result-interrupt.jsonl", 41, 1, 35, 35, 0, 6, 0],
  ["v2.1.2-summaries-cjk-parallel.jsonl", 142, 1, 128, 128, 0, 14, 0],
  ["v2.1.205-attachments-ansi.jsonl", 146, 1, 119, 119, 0, 27, 0],
  ["v2.1.219-compact-preserved-segment.jsonl", 699, 1, 662, 662, 0, 37, 0],
  [`v2.1.33-parallel-subagents/${session}.jsonl`, 13, 1, 13, 12, 0, 1, 0],
  [`${agents}/agent-a775a67.jsonl`, 10, 1, 6, 6, 0, 4, 0],
  [`${agents}/agent-aa9d784.jsonl`, 12, 1, 6, 6, 0, 6, 0],
  [`${agents}/agent-ac47f8c.jsonl`, 13, 1, 6, 6, 0, 7, 0],
  [`${agents}/agent-ae52dab.jsonl`, 11, 1, 6, 6, 0, 5, 0],
  ["v2.1.44-manual-compact-mixed-versions.jsonl", 26, 1, 18, 14, 0, 12, 0],
  ["v2.1.47-image-progress-parallel.jsonl", 125, 1, 85, 85, 0, 40, 0],
  ["web-session-loglines.json", 33, 1, 33, 33, 0, 0, 0],
] as const

const ours = /^(claude-code|openai-chat|anthropic-messages|har|claude-tap)\//
/** What a capture holds of an answer comes in pieces, so its texts do not stand in the file as they are. */
const captures = /^(har|claude-tap)\//
/** Files of other tools that hold nothing but a list of chat messages, so that nothing tells them from one. */
const plainLists = ["ai-sdk/model-messages-opencode.json", "swe-agent/mini-swe-agent-github-issue.traj.json"]

describe.skipIf(!isHere)(`real samples${skipped}`, () => {
  test.each(files)(
    "%s is claimed by exactly one importer, or by none where it is of another format",
    (file) => {
      const sample = sampleOf(bytesOf(file), file)
      const claims = importers.filter((importer) => importer.detect(sample)).map(({ format }) => format)
      const [own = ""] = file.split("/")
      if (ours.test(file)) expect(claims).toEqual([own])
      else expect(claims).toEqual(plainLists.includes(file) ? ["openai-chat"] : [])
      const found = detect(sample)
      expect(found.ok ? found.value.format : found.problem.id).toBe(
        claims[0] ?? (file.endsWith(".eval") ? "file-binary" : "format-unknown"),
      )
    },
  )

  test.each(counts)("%s: %d lines, %d records, %d entries", (file, lines, records, entries, ...rest) => {
    const { receipt, records: found, unread } = read(`claude-code/${file}`)
    const [kept, duplicate, structural, lost] = rest
    expect(receipt).toMatchObject({ read: lines, kept, duplicate, structural, unread: lost })
    expect(found).toHaveLength(records)
    expect(found.reduce((sum, record) => sum + record.entries.length, 0)).toBe(entries)
    expect(unread).toHaveLength(lost)
  })

  test("only lines that are no object, or lack what their type requires, are unread", () => {
    expect(read("claude-code/edge-cases-malformed.jsonl").unread).toEqual([
      { line: 10, why: "content-missing" },
      { line: 11, why: "message-missing" },
      { line: 13, why: "not-an-object" },
      { line: 14, why: "type-missing" },
      { line: 15, why: "not-an-object" },
      { line: 16, why: "not-an-object" },
    ])
  })

  const readable = files.filter((file) => ours.test(file))
  test.each(readable)("%s gives valid records that come back from their log byte for byte", (file) => {
    const { records, objects, segment } = read(file)
    const known = new Map([...objects, segment].map((object) => [object.sha256, object]))
    for (const record of records) {
      const { admit } = admission()
      for (const entry of record.entries) expect(admit(entry)).toMatchObject({ ok: true })
      expect(record.entries.filter(({ kind }) => kind === "rewind")).toEqual([]) // no person went back in any of them
      const log = [...printLog(record, (sha256) => known.get(sha256))]
      const back = parseLog(log.join("\n"))
      if (!back.ok) throw new Error(JSON.stringify(back.problem))
      expect(back.value.records.flatMap((one) => [...printLog(one, (sha256) => known.get(sha256))])).toEqual(
        log,
      )
    }
  })

  test.each(readable.filter((file) => !captures.test(file)))(
    "%s: what is kept of a text is the text",
    (file) => {
      const source = Buffer.from(bytesOf(file)).toString()
      const inSource = (json: string): boolean =>
        source.includes(json) || source.includes(JSON.stringify(json).slice(1, -1))
      const check = (entry: Entry): void => {
        if (entry.kind !== "message") return
        for (const block of entry.blocks) {
          if (block.kind === "tool-call" && block.arguments !== "")
            expect(inSource(block.arguments)).toBe(true)
          if (block.kind === "reasoning" && block.proof !== undefined)
            expect(source).toContain(block.proof.value)
          if ("native" in block && block.native !== undefined) expect(source).toContain(block.native.json)
        }
      }
      for (const record of read(file).records) for (const entry of record.entries) check(entry)
    },
  )

  const byLine = readable.filter((file) => file.endsWith(".jsonl"))
  test.each(byLine)("%s begins as it did when it was shorter", (file) => {
    const found = detect(sampleOf(bytesOf(file), file))
    if (!found.ok || found.value.unit !== "line") throw new Error("no importer of lines")
    const importer = found.value
    const lines = [...linesOf(bytesOf(file))].map((line) => line?.text ?? "")
    const gain = (count: number): readonly string[] => {
      const run = openRun(importer, { name: file }, (line) => ({ segment: "0".repeat(64), line }))
      const batches = [...lines.slice(0, count).map((line) => run.take(line)), run.end()]
      return batches.flatMap(({ entries }) => entries.map((entry) => JSON.stringify(entry)))
    }
    const all = gain(lines.length)
    const step = Math.max(1, Math.floor(lines.length / 12))
    for (let count = 1; count < lines.length; count += step) {
      const some = gain(count)
      expect(some).toEqual(all.slice(0, some.length))
    }
  })

  test("parallel calls keep their response, and a compaction with its messages elsewhere covers nothing", () => {
    const parallel = read("claude-code/v2.1.2-summaries-cjk-parallel.jsonl").records[0]?.entries ?? []
    const calls = new Map<string, number>()
    for (const entry of parallel)
      if (entry.kind === "message" && entry.responseId !== undefined) {
        const own = entry.blocks.filter(({ kind }) => kind === "tool-call").length
        calls.set(entry.responseId, (calls.get(entry.responseId) ?? 0) + own)
      }
    expect([...calls.values()].filter((count) => count > 1)).toHaveLength(5)
    const compacted = read("claude-code/v2.1.219-compact-preserved-segment.jsonl").records[0]?.entries ?? []
    expect(compacted.filter(({ kind }) => kind === "compaction")).toMatchObject([{ covers: null }])
    const manual = read("claude-code/v2.1.44-manual-compact-mixed-versions.jsonl").records[0]?.entries ?? []
    expect(manual.filter(({ kind }) => kind === "compaction")).toMatchObject([{ covers: [1, 12] }])
  })
})
