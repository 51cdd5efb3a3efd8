import { createHash } from "node:crypto"
import { afterAll, describe, expect, it } from "vitest"
import { parseLog } from "#lib/record/log.ts"
import { crossing, isOneSentence } from "./testing/run.ts"
import { folderOf, sessionLines } from "./testing/transcript.ts"

const cut = JSON.stringify({ model: "m", messages: [{ role: "user", content: "hi" }] }).slice(0, -9)

const files = folderOf({
  "session.jsonl": `${sessionLines().join("\n")}\n`,
  "binary.jsonl": new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1, 2, 3, 0xff, 0xfe, 0]),
  "empty.jsonl": "",
  "blank.jsonl": "\n\n  \n",
  "cut.json": cut,
  "notes.txt": "Dear diary, nothing here is a transcript.",
  "other.json": JSON.stringify({ hello: "world", list: [1, 2, 3] }),
  "long.jsonl": `{"type":"user","message":{"role":"user","content":"${"a".repeat(60_000_000)}`,
})
afterAll(files.remove)

const read = (name: string, ...more: readonly string[]) => crossing(["read", files.path(name), ...more])

describe("read", () => {
  it("prints a report for machines, its receipt in balance", async () => {
    const ran = await read("session.jsonl", "--json")
    expect(ran.stderr).toBe("")
    expect(ran.code).toBe(0)
    const report = JSON.parse(ran.stdout)
    expect(Object.keys(report)).toEqual(["format", "records", "receipt", "repaired", "structural", "unread"])
    expect(report.format).toBe("claude-code")
    expect(report.receipt).toEqual({ read: 7, kept: 5, duplicate: 0, structural: 1, unread: 1 })
    expect(report.structural).toEqual({ summary: 1 })
    expect(report.unread).toEqual([{ line: 6, why: expect.any(String) }])
    expect(report.records).toEqual([
      { n: 1, id: expect.any(String), title: "Prune the orchard service", entries: 6, blocks: 7 },
    ])
  })

  it("prints the same for people, with exit 0 also where a line is unread", async () => {
    const ran = await read("session.jsonl")
    expect(ran.code).toBe(0)
    expect(ran.stdout).toMatch(/^claude-code, 1 record\n/)
    expect(ran.stdout).toContain("read 7 = kept 5 + duplicate 0 + structural 1 + unread 1")
    expect(ran.stdout).toMatch(/ {2}line 6 {2}\S+/)
  })

  it("prints the log, which reads back as the same record with its source", async () => {
    const ran = await read("session.jsonl", "--log")
    const log = parseLog(ran.stdout)
    if (!log.ok) throw new Error(JSON.stringify(log.problem))
    expect(log.value.records).toHaveLength(1)
    expect(log.value.records[0]?.entries).toHaveLength(6)
    const source = createHash("sha256")
      .update(`${sessionLines().join("\n")}\n`)
      .digest("hex")
    expect(log.value.objects.map(({ sha256 }) => sha256)).toContain(source)
  })

  it("takes standard input for `-`", async () => {
    const ran = await crossing(["read", "-", "--json"], {
      input: sessionLines().join("\n"),
    })
    expect(JSON.parse(ran.stdout).receipt.read).toBe(7)
  })

  it.each([
    ["binary.jsonl", /not text/],
    ["empty.jsonl", /is empty/],
    ["blank.jsonl", /is empty/],
    ["cut.json", /cut off|knows the format/],
    ["notes.txt", /knows the format/],
    ["other.json", /knows the format/],
    ["missing.jsonl", /no file/],
    [".", /is a folder/],
  ])("refuses %s in one sentence, exit 2", async (name, words) => {
    const ran = await read(name, "--json")
    expect(ran.stdout).toBe("")
    expect(ran.stderr).toMatch(words)
    expect(isOneSentence(ran.stderr), ran.stderr).toBe(true)
    expect(ran.code).toBe(2)
  })

  it("refuses or accounts for a line of 60 MB, and does not fall over", async () => {
    const ran = await read("long.jsonl", "--json")
    if (ran.code === 0) expect(JSON.parse(ran.stdout).receipt).toMatchObject({ read: 1 })
    else expect([ran.code, isOneSentence(ran.stderr)]).toEqual([2, true])
  }, 60_000)
})
