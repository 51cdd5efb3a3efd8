import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openTestStore, type TestStore } from "#db/test-store.ts"
import { targetOf } from "#lib/dialect/targets.ts"
import { project } from "#lib/project.ts"
import type { BlockOf } from "#lib/record/block.ts"
import { agent, call, record, user } from "#lib/record/build.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import type { ServerConfig } from "./config.ts"
import { answered, callOf, opener, overHttp, overStdio, run, startHttp, token } from "./test-servers.ts"
import type { RunOptions, Toolbox } from "./toolbox.ts"

let store: TestStore
let http: Awaited<ReturnType<typeof startHttp>>
const { open, closeAll } = opener(() => store.db)

beforeAll(async () => {
  store = await openTestStore()
  http = await startHttp()
})
afterAll(async () => {
  await closeAll()
  await http.stop()
  await store.close()
})

describe("a call", () => {
  let box: Toolbox
  beforeAll(async () => {
    const policies = { "*": "ask", "*__fails": "deny", "*__big": "allow", "*__heard": "allow" } as const
    box = open([overHttp("fake", http.port)], { policies, maxToolChars: 10 })
    await box.tools()
  })
  const told = async (asked: BlockOf<"tool-call">, options: Partial<RunOptions> = {}) => {
    const { result, text } = await answered(run(box, asked, options))
    expect(result).toMatchObject({ callId: "c1", name: asked.name, isError: true })
    return text
  }
  const yes = { verdict: { allowed: true, by: "user" } }

  it("that is denied says so, whoever denied it", async () => {
    expect(await told(callOf("fake", "fails"), yes)).toContain("a policy of this panel denies the tool")
    expect(await told(callOf("fake", "echo"), { verdict: { allowed: false, by: "user" } })).toContain(
      "denied by the user",
    )
    expect(await told(callOf("fake", "big"), { verdict: { allowed: false, by: "user" } })).toContain("denied")
  })

  it("that is to be asked for does not run before somebody was", async () => {
    expect(["fails", "echo", "big"].map((tool) => box.policy(`mcp__fake__${tool}`))).toEqual([
      "deny",
      "ask",
      "allow",
    ])
    expect(await told(callOf("fake", "echo"))).toContain("nobody was asked")
    expect((await answered(run(box, callOf("fake", "echo"), yes))).text).toBe("{}")
  })

  it("of no tool, or with arguments that are none, is not run", async () => {
    expect(await told(callOf("fake", "rm"), yes)).toContain("there is no tool named mcp__fake__rm")
    expect(await told(call("c1", "mcp__fake__dies", "[1]"), yes)).toContain("not a JSON object")
    expect(await told(call("c1", "mcp__fake__dies", '{"id":9007199254740993}'), yes)).toContain(
      "9007199254740993",
    )
  })

  it("keeps as much text as the policy says, and a note of the rest", async () => {
    const { result } = await answered(run(box, callOf("fake", "big", { size: 3_000_000 })))
    expect(result).toMatchObject({ isError: false, content: [{ text: "é".repeat(10) }, {}] })
    expect(result.content[1]).toMatchObject({ text: expect.stringContaining("2999990 more characters") })
  })

  it("without a result is answered truthfully where its record is projected", () => {
    const target = targetOf("anthropic")
    if (target === undefined) throw new Error("no target")
    const log = record(user("go"), agent([call("c1", "mcp__fake__dies")]))
    const { wire } = project(log, target, { objects: () => undefined })
    expect(wire.text()).toContain("no result was recorded. Its outcome is unknown.")
  })
})

describe("a server that cannot be reached", () => {
  it("is a problem of its own: what it said last, without what it was given", async () => {
    const wrong: ServerConfig = {
      name: "wrong",
      reach: {
        by: "http",
        url: `http://127.0.0.1:${http.port}/mcp`,
        headers: { Authorization: "Bearer no-such" },
      },
    }
    const none = { ...overStdio("none").reach, command: "crossing-no-such-command" }
    const box = open([
      overStdio("refuses", "--refuses"),
      wrong,
      { name: "none", reach: none },
      overHttp("fake", http.port),
    ])
    const { tools: offered, problems } = await box.tools()
    expect(problems.map(sentenceOf)).toEqual([
      expect.stringContaining(
        "The tool server refuses cannot be used (Connection closed; it said last: the token [FAKE_TOKEN] is not good)",
      ),
      expect.stringContaining("The tool server wrong cannot be used"),
      expect.stringContaining("ENOENT"),
    ])
    expect(problems[1] && sentenceOf(problems[1])).toContain("the token is not good")
    expect(JSON.stringify(problems)).not.toMatch(new RegExp(`${token}|no-such"`))
    expect(offered.map(({ declared }) => declared.name)).toContain("mcp__fake__echo")
  })
})
