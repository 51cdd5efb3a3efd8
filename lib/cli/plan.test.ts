import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { parseLog } from "#lib/record/log.ts"
import { crossing, isOneSentence } from "./testing/run.ts"
import { folderOf, sessionLines } from "./testing/transcript.ts"

const sample = join(import.meta.dirname, "..", "import", "samples", "crossing", "two-records.crossing.jsonl")
const stored = readFileSync(sample, "utf8")
  .split("\n")
  .filter((line) => line !== "")
const second = stored.findLastIndex((line) => line.startsWith('{"kind":"record"'))
const files = folderOf({
  "session.jsonl": `${sessionLines().join("\n")}\n`,
  "first.crossing.jsonl": `${stored.slice(0, second).join("\n")}\n`,
})
afterAll(files.remove)

const plan = (file: string, ...more: readonly string[]) => crossing(["plan", file, ...more])

const applied = async (file: string, ...more: readonly string[]) => {
  const ran = await plan(file, ...more, "--apply")
  expect([ran.code, ran.stderr]).toEqual([0, ""])
  return ran.stdout.split("\n").filter((line) => line !== "")
}

describe("plan", () => {
  it("prints what an act would do to the record and the wire", async () => {
    const ran = await plan(sample, "--kind", "compaction", "--summary", "in short", "--preserve", "1")
    expect([ran.code, ran.stderr]).toEqual([0, ""])
    expect(ran.stdout).toMatch(/^A summary stands/)
    expect(ran.stdout).toMatch(/go: 3 messages \(3, 6, 8\)/)
    expect(ran.stdout).toMatch(/~\d+ tokens lose their cache/)
  })

  it("prints it for machines", async () => {
    const ran = await plan(sample, "--kind", "rewind", "--to", "3", "--target", "openai", "--json")
    const told = JSON.parse(ran.stdout)
    expect(told.plan).toMatchObject({ kind: "rewind", kept: [3], dropped: [6, 8, 10] })
    expect(told.effect).toMatchObject({ target: "openai", before: { findings: [] }, reasoningLost: [] })
    expect(told.effect.before.text).toContain("high water")
  })

  it("prints the prompt for a summary where none is given", async () => {
    const ran = await plan(sample, "--kind", "compaction", "--preserve", "1")
    expect(ran.stdout).toContain("8 tool: result toolu_1 tide_table ok high 04:12 and 16:38\n")
    expect(ran.stdout).not.toContain("10 assistant")
  })

  it.each([
    [["--kind", "compaction", "--summary", "in short", "--preserve", "1"], "compaction"],
    [["--kind", "rewind", "--to", "3"], "rewind"],
  ])("applies %j: the log's own lines unchanged, then one entry", async (options, kind) => {
    const lines = await applied(sample, ...options)
    expect(lines.slice(0, -1)).toEqual(stored.slice(0, second))
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ kind, seq: lines.length - 2 })
    const back = parseLog(lines.join("\n"))
    expect(back.ok).toBe(true)
  })

  it("takes back what it applied", async () => {
    const once = await applied(sample, "--kind", "rewind", "--to", "3")
    const seq = JSON.parse(once.at(-1) ?? "").seq
    const more = folderOf({ "rewound.crossing.jsonl": `${once.join("\n")}\n` })
    const twice = await applied(more.path("rewound.crossing.jsonl"), "--kind", "undo", "--of", String(seq))
    expect(JSON.parse(twice.at(-1) ?? "")).toMatchObject({ kind: "undo", of: seq })
    more.remove()
  })

  it("makes a fork a record of its own that names its parent", async () => {
    const log = parseLog((await applied(sample, "--kind", "fork", "--to", "3")).join("\n"))
    if (!log.ok) throw new Error(JSON.stringify(log.problem))
    const [fork] = log.value.records
    expect(fork?.header.parent).toEqual({ record: "018f3c1e-tides", seq: 3, how: "fork" })
    expect(fork?.entries.map(({ kind }) => kind)).toEqual(["header", "turn", "message", "header"])
    expect(log.value.objects).toHaveLength(1)
  })

  it("reads other formats, and prints their log", async () => {
    const lines = await applied(files.path("session.jsonl"), "--kind", "rewind", "--to", "1")
    expect(parseLog(lines.join("\n")).ok).toBe(true)
  })

  it.each([
    [["--kind", "rewind"]],
    [["--kind", "undo", "--of", "1"]],
    [["--kind", "compaction", "--summary", " "]],
    [["--kind", "compaction", "--summary", "x", "--preserve", "many"]],
    [["--kind", "repair"]],
    [["--kind", "tidy"]],
    [["--kind", "rewind", "--to", "999"]],
    [["--kind", "rewind", "--to", "3", "--target", "nobody"]],
  ])("refuses %j with one sentence and exit 2", async (options) => {
    const ran = await plan(sample, ...options)
    expect([ran.code, ran.stdout]).toEqual([2, ""])
    expect(isOneSentence(ran.stderr)).toBe(true)
  })
})
