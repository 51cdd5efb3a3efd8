import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openTestStore, type TestStore } from "#db/test-store.ts"
import { parseLog } from "#lib/record/log.ts"
import { crossing, isOneSentence, type Ran } from "./testing/run.ts"
import { folderOf, sessionLines } from "./testing/transcript.ts"

const session = `${sessionLines().join("\n")}\n`
const files = folderOf({ "session.jsonl": session, "notes.txt": "no transcript" })
const tree = join(files.folder, "tree")
mkdirSync(join(tree, "deep", "er"), { recursive: true })
mkdirSync(join(tree, ".hidden"))
writeFileSync(join(tree, "a.jsonl"), session)
writeFileSync(join(tree, "deep", "er", "b.jsonl"), session.replaceAll("5e551011", "5e551012"))
writeFileSync(join(tree, "deep", "readme.md"), "# nothing")
writeFileSync(join(tree, ".hidden", "c.jsonl"), session.replaceAll("5e551011", "5e551013"))
let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(async () => {
  files.remove()
  await store.close()
})

const run = (...args: readonly string[]): Promise<Ran> => crossing(args, store)

const idsOf = (ran: Ran): readonly string[] =>
  ran.stdout
    .trim()
    .split("\n")
    .flatMap((line) => JSON.parse(line).files)
    .flatMap((file) => (file.outcome.ok ? file.outcome.value.records : []))
    .map((record: { id: string }) => record.id)

describe.sequential("what is kept in the store", () => {
  let id = ""

  it("imports a file and says where it is", async () => {
    const ran = await run("import", files.path("session.jsonl"), "--json")
    expect([ran.code, ran.stderr]).toEqual([0, ""])
    id = idsOf(ran)[0] ?? ""
    const report = JSON.parse(ran.stdout)
    expect(report.receipt).toMatch(/^http:\/\/127\.0\.0\.1:3000\/import\//)
    expect(report.files[0].outcome.value).toMatchObject({
      status: "new",
      receipt: { read: 7, kept: 5, unread: 1 },
    })
  })

  it("adds nothing the second time", async () => {
    const ran = await run("import", files.path("session.jsonl"))
    expect(ran.code).toBe(0)
    expect(ran.stdout).toContain("session.jsonl: claude-code, same")
    expect(ran.stdout).toContain(`/r/${id}  Prune the orchard service  6 entries, 0 added`)
  })

  it("imports a folder with all that is in it, past what is no transcript", async () => {
    const ran = await run("import", tree, "--json")
    expect(ran.code).toBe(0)
    const report = JSON.parse(ran.stdout)
    expect(report.files.map((file: { name: string }) => file.name)).toEqual([
      "a.jsonl",
      "deep/er/b.jsonl",
      "deep/readme.md",
    ])
    expect(report.files[2].outcome.problem.id).toBe("format-unknown")
    expect(isOneSentence(ran.stderr), ran.stderr).toBe(true)
  })

  it("answers 2 where a named file is refused, and still takes the others", async () => {
    const ran = await run(
      "import",
      files.path("notes.txt"),
      files.path("gone.jsonl"),
      files.path("session.jsonl"),
    )
    expect(ran.code).toBe(2)
    expect(ran.stdout).toContain("session.jsonl: claude-code, same")
    expect(ran.stderr).toMatch(/no file/)
    expect(ran.stderr).toMatch(/knows the format of notes.txt/)
  })

  it("projects a stored record as it does its file", async () => {
    const [stored, file] = [
      await run("project", id, "--target", "anthropic"),
      await run("project", files.path("session.jsonl"), "--target", "anthropic"),
    ]
    expect(stored.code).toBe(0)
    expect(stored.stdout).toBe(file.stdout)
  })

  it("exports a log that reads back, its source in it", async () => {
    const ran = await run("export", id)
    const log = parseLog(ran.stdout)
    if (!log.ok) throw new Error(JSON.stringify(log.problem))
    expect(log.value.records.map(({ header, entries }) => [header.id, entries.length])).toEqual([[id, 6]])
    expect(log.value.objects.map(({ bytes }) => Buffer.from(bytes).toString())).toContain(session)
  })

  it("exports exactly the same whole, as nothing was left out", async () => {
    const [redacted, whole] = [await run("export", id), await run("export", id, "--whole")]
    expect([whole.code, whole.stderr, whole.stdout]).toEqual([0, "", redacted.stdout])
  })

  it("exports something to read, and a case", async () => {
    const markdown = await run("export", id, "--format", "markdown")
    expect([markdown.code, markdown.stdout]).toEqual([
      0,
      expect.stringMatching(/^# Prune the orchard service\n/),
    ])
    const page = await run("export", id, "--format", "html", "--target", "openai")
    expect([page.code, page.stdout]).toEqual([0, expect.stringContaining("crossed · openai")])
    const made = parseLog((await run("export", id, "--format", "case")).stdout)
    expect(made.ok && made.value.records.map(({ entries }) => entries.length)).toEqual([6])
  })

  it("says what it cannot export", async () => {
    for (const args of [
      [id, "--format", "pdf"],
      ["--all", "--format", "html"],
      [id, "--format", "html", "--target", "nobody"],
    ]) {
      const ran = await run("export", ...args)
      expect([ran.code, ran.stdout]).toEqual([2, ""])
      expect(isOneSentence(ran.stderr), ran.stderr).toBe(true)
    }
  })

  it("exports every record at once", async () => {
    const log = parseLog((await run("export", "--all")).stdout)
    expect(log.ok && log.value.records).toHaveLength(2)
  })

  it("reads a stored record back in balance", async () => {
    const report = JSON.parse((await run("read", id, "--json")).stdout)
    expect(report).toMatchObject({ format: "crossing", records: [{ id, entries: 6, blocks: 7 }] })
    expect(report.receipt.read).toBe(report.receipt.kept + report.receipt.structural)
  })

  it("removes a record and says what went", async () => {
    const ran = await run("remove", id, "--json")
    expect(ran.code).toBe(0)
    expect(JSON.parse(ran.stdout)).toEqual({
      id,
      entries: 6,
      blocks: 7,
      objects: expect.any(Number),
      bytes: expect.any(Number),
    })
  })

  it.each([["remove"], ["export"], ["read"]])("%s answers 2 for what is not there", async (command) => {
    const ran = await run(command, id)
    expect([ran.code, ran.stdout]).toEqual([2, ""])
    expect(isOneSentence(ran.stderr), ran.stderr).toBe(true)
  })

  it("wants to know what to export", async () => {
    for (const args of [[], ["x", "--all"]]) {
      const ran = await run("export", ...args)
      expect([ran.code, ran.stdout]).toEqual([2, ""])
      expect(isOneSentence(ran.stderr), ran.stderr).toBe(true)
    }
  })

  it("says in one sentence that no server answers", async () => {
    const url = ["--url", "http://127.0.0.1:9"]
    for (const args of [
      ["import", files.path("session.jsonl")],
      ["export", "x"],
      ["remove", "x"],
      ["read", "x"],
    ]) {
      const ran = await run(...args, ...url)
      expect([ran.code, ran.stdout]).toEqual([2, ""])
      expect(isOneSentence(ran.stderr), ran.stderr).toBe(true)
    }
  })
})
