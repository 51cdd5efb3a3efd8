import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { crossing, isOneSentence } from "./testing/run.ts"
import { folderOf, sessionLines } from "./testing/transcript.ts"

const files = folderOf({ "session.jsonl": `${sessionLines().join("\n")}\n` })
afterAll(files.remove)

const project = (...more: readonly string[]) => crossing(["project", files.path("session.jsonl"), ...more])

describe("project", () => {
  it("prints the body and nothing else", async () => {
    const ran = await project("--target", "anthropic")
    expect([ran.code, ran.stderr]).toEqual([0, ""])
    const body = JSON.parse(ran.stdout)
    expect(body.messages[0]).toMatchObject({ role: "user" })
    expect(ran.stdout.endsWith("}")).toBe(true)
  })

  it("prints for machines what it rests on, the body as exact text", async () => {
    const [plain, machine] = await Promise.all([
      project("--target", "openai"),
      project("--target", "openai", "--json"),
    ])
    const told = JSON.parse(machine.stdout)
    expect(Object.keys(told)).toEqual([
      "target",
      "model",
      "asOf",
      "projector",
      "sha256",
      "wire",
      "crossings",
      "findings",
    ])
    expect(told.wire).toBe(plain.stdout)
    expect(told.sha256).toBe(createHash("sha256").update(plain.stdout).digest("hex"))
    expect(told).toMatchObject({ target: "openai", asOf: 6, findings: [] })
    expect(
      told.crossings.some((crossing: { reason?: string }) => crossing.reason === "call-unanswered"),
    ).toBe(true)
  })

  it("tells what the lint says of the body, and answers 0 where it is no error", async () => {
    const ran = await project("--target", "kimi", "--json")
    const { findings } = JSON.parse(ran.stdout)
    expect(ran.code).toBe(0)
    expect(findings).toContainEqual({
      rule: "kimi/reasoning-empty",
      severity: "warning",
      pointer: expect.stringMatching(/^\/messages\/\d+\/reasoning_content$/),
      message: 1,
      meaning: expect.stringMatching(/\.$/),
      fix: expect.stringMatching(/\.$/),
      open: expect.stringMatching(/\.$/),
      facts: {},
    })
  })

  it("prints the crossings alone", async () => {
    const [alone, all] = await Promise.all([
      project("--target", "anthropic", "--crossings"),
      project("--target", "anthropic", "--json"),
    ])
    expect(JSON.parse(alone.stdout)).toEqual(JSON.parse(all.stdout).crossings)
  })

  it("cuts the record where it is asked to, and takes another model", async () => {
    const ran = await project("--target", "anthropic", "--as-of", "1", "--model", "claude-x", "--json")
    const told = JSON.parse(ran.stdout)
    expect(told).toMatchObject({ asOf: 1, model: "claude-x" })
    expect(JSON.parse(told.wire)).toMatchObject({ model: "claude-x", messages: [{ role: "user" }] })
    expect(JSON.parse(told.wire).messages).toHaveLength(1)
  })

  it.each([
    [["--target", "nobody"], /no target nobody/],
    [["--target", "anthropic", "--record", "2"], /no record 2/],
    [["--target", "anthropic", "--record", "one"], /whole number/],
    [["--target", "anthropic", "--as-of", "999"], /ends at entry 6/],
    [["--target", "anthropic", "--as-of", "-1"], /whole number/],
  ])("refuses %j in one sentence, exit 2", async (options, words) => {
    const ran = await project(...options)
    expect([ran.code, ran.stdout]).toEqual([2, ""])
    expect(ran.stderr).toMatch(words)
    expect(isOneSentence(ran.stderr), ran.stderr).toBe(true)
  })

  it("says what is missing when it is misused", async () => {
    for (const options of [[], ["--target"], ["--target", "anthropic", "--nonsense"]]) {
      const ran = await project(...options)
      expect([ran.code, ran.stdout]).toEqual([2, ""])
      expect(ran.stderr).toMatch(/^error: /)
    }
  })
})

const root = join(import.meta.dirname, "..", "..")
const shell = (
  script: string,
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> =>
  new Promise((resolve) => {
    const child = spawn("bash", ["-o", "pipefail", "-c", script], { cwd: root })
    let [stdout, stderr] = ["", ""]
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk
    })
    child.stderr.on("data", (chunk: Buffer) => {
      stderr += chunk
    })
    child.on("close", (code) => resolve({ code, stdout, stderr }))
  })

describe("a large output", () => {
  const text = "x".repeat(9_000_000) // under what a provider takes as one text
  const line = (uuid: string, parent: string | null) =>
    JSON.stringify({
      parentUuid: parent,
      isSidechain: false,
      sessionId: "5e551011-0000-4000-8000-000000000002",
      uuid,
      timestamp: "2026-03-02T09:00:00.000Z",
      type: "user",
      message: { role: "user", content: `${uuid} ${text}` },
    })
  const lines = Array.from({ length: 11 }, (_, at) => line(`u${at}`, at === 0 ? null : `u${at - 1}`))
  const large = folderOf({ "large.jsonl": `${lines.join("\n")}\n` })
  afterAll(large.remove)
  const command = `node --import tsx lib/cli/crossing.ts project ${large.path("large.jsonl")} --target anthropic`

  it("arrives whole through a slow pipe", async () => {
    const ran = await shell(`${command} | (sleep 1; wc -c)`)
    expect([ran.code, ran.stderr]).toEqual([0, ""])
    expect(Number(ran.stdout)).toBeGreaterThan(90_000_000)
  }, 60_000)

  it("ends without a word when its reader has seen enough", async () => {
    const ran = await shell(`${command} | head -c 10 | wc -c; echo "\${PIPESTATUS[@]}"`)
    expect(ran.stderr).toBe("")
    expect(ran.stdout).toBe("10\n0 0 0\n")
  }, 60_000)
})
