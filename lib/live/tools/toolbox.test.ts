import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { append } from "#db/entries.ts"
import { getObject } from "#db/objects.ts"
import { createRecord } from "#db/records.ts"
import { must, numbered, openTestStore, type TestStore, testHeader } from "#db/test-store.ts"
import { targetOf } from "#lib/dialect/targets.ts"
import { project } from "#lib/project.ts"
import type { BlockOf } from "#lib/record/block.ts"
import { agent, call, record, tools, user } from "#lib/record/build.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import type { ServerConfig, ToolConfig } from "./config.ts"
import { callOf, overHttp, overStdio, startHttp, token } from "./test-servers.ts"
import { openToolbox, type Ran, type RunOptions, type Toolbox } from "./toolbox.ts"

const environment = { TOKEN: token, UNTOLD: "not for servers", PATH: process.env["PATH"] }

let store: TestStore
let http: Awaited<ReturnType<typeof startHttp>>
const boxes: Toolbox[] = []

const open = (servers: readonly ServerConfig[], config: Partial<ToolConfig> = {}, rest?: number): Toolbox => {
  const whole = { policies: { "*": "allow" }, timeoutSeconds: 60, ...config, servers } as const
  const box = openToolbox({
    config: whole,
    db: store.db,
    environment,
    ...(rest === undefined ? {} : { rest }),
  })
  boxes.push(box)
  return box
}

beforeAll(async () => {
  store = await openTestStore()
  http = await startHttp()
})
afterAll(async () => {
  await Promise.all(boxes.map((box) => box.close()))
  await http.stop()
  await store.close()
})

const run = (box: Toolbox, asked: BlockOf<"tool-call">, options: Partial<RunOptions> = {}): Promise<Ran> =>
  box.runTool(asked, { signal: new AbortController().signal, ...options })

/** The result of a call and the first text in it. */
const answered = async (ran: Promise<Ran>) => {
  const found = await ran
  if (found.outcome !== "answered") throw new Error(found.outcome)
  const [first] = found.result.content
  return { ...found, text: first?.kind === "text" ? first.text : "", isError: found.result.isError }
}

/** Whether a process is there. */
const lives = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const ways: readonly (readonly [way: string, rowOf: (name: string) => ServerConfig])[] = [
  ["stdio", (name) => overStdio(name)],
  ["http", (name) => overHttp(name, http.port)],
]

describe.each(ways)("a server over %s", (_, rowOf) => {
  let box: Toolbox
  beforeAll(async () => {
    box = open([rowOf("fake")])
    await box.tools()
  })
  const of = (tool: string, given: unknown = {}, options: Partial<RunOptions> = {}) =>
    answered(run(box, callOf("fake", tool, given), options))

  it("lists the tools of all pages behind ours, sorted, with schemas as they were written", async () => {
    const offer = await box.tools()
    expect(offer.problems).toEqual([])
    const names = offer.tools.map(({ declared }) => declared.name)
    expect(names.slice(0, 2)).toEqual(["search_sessions", "read_session"])
    expect(names).toContain("mcp__fake__echo")
    expect(names.filter((name) => /^mcp__fake__structured_twice_[0-9a-f]{8}$/.test(name))).toHaveLength(1)
    expect(names.length).toBeGreaterThan(14)
    expect(box.find("mcp__fake__echo")).toEqual({
      declared: {
        name: "mcp__fake__echo",
        description: "does echo",
        inputSchema:
          '{"type":"object","required":["words"],"properties":{"words":{"type":"string"},"most":{"maximum":1e+21,"type":"number"}},"additionalProperties":false}',
      },
      from: { kind: "server", server: "fake", tool: "echo" },
      hints: { reads: true },
    })
    expect(box.find("mcp__fake__dies")?.hints).toEqual({ destroys: true, reachesOut: true })
  })

  it("runs a tool with the arguments of the call", async () => {
    expect(await run(box, callOf("fake", "echo", { words: "ä\u0000\ud83d\ude00", n: [1.5] }))).toEqual({
      outcome: "answered",
      result: {
        kind: "tool-result",
        callId: "c1",
        name: "mcp__fake__echo",
        isError: false,
        content: [{ kind: "text", text: '{"words":"ä\\u0000😀","n":[1.5]}' }],
      },
      objects: [],
    })
    expect((await of("empty")).result.content).toEqual([])
  })

  it("gives text, pictures and files as blocks that a record takes, with their bytes as objects", async () => {
    const { result, objects } = await of("every-kind")
    expect(result.content.map(({ kind }) => kind)).toEqual(["text", "image", "file", "text", "file", "text"])
    expect(result.content[1]).toMatchObject({ mediaType: "image/png", width: 1, height: 1 })
    expect(result.content[2]).toMatchObject({ mediaType: "audio/wav" })
    expect(result.content[3]).toMatchObject({ text: "notes", native: { api: "mcp" } })
    expect(result.content[4]).toMatchObject({ mediaType: "application/pdf", name: "file:///a.pdf" })
    expect(result.content[5]).toMatchObject({ text: expect.stringContaining("https://example.test/x") })
    const id = must(await createRecord(store.db, testHeader()))
    const entries = numbered([user("go"), agent([call("c1", "mcp__fake__every-kind")]), tools(result)])
    must(await append(store.db, { record: id, head: 0, entries, objects }))
    const [, image] = result.content
    const kept = must(await getObject(store.db, image?.kind === "image" ? (image.object ?? "") : ""))
    expect(kept.bytes.length).toBe(image?.kind === "image" ? image.bytes : 0)
  })

  it("gives structured content once", async () => {
    expect((await of("structured")).text).toBe('{"total":3,"names":["a","b"]}')
    const twice = (await box.tools()).tools.find(
      ({ from }) => from.kind === "server" && from.tool.includes("."),
    )
    const { result } = await answered(run(box, call("c1", twice?.declared.name ?? "")))
    expect(result.content).toHaveLength(1)
  })

  it("tells errors of a tool as its own, and those of the server as such", async () => {
    expect(await of("fails")).toMatchObject({ isError: true, text: "no such file" })
    expect(await of("throws")).toMatchObject({
      isError: true,
      text: "The tool server answered with an error: it fell over",
    })
  })

  it("is told when a call is stopped, and the call has no result", async () => {
    const stop = new AbortController()
    const onProgress = () => stop.abort()
    expect(await run(box, callOf("fake", "slow"), { signal: stop.signal, onProgress })).toEqual({
      outcome: "cancelled",
    })
    await vi.waitFor(async () => expect((await of("heard")).text).toContain("stopped by the user"), 20_000)
    expect(await run(box, callOf("fake", "echo"), { signal: stop.signal })).toEqual({ outcome: "cancelled" })
  })

  it("is not told of a signal that fires when its answer is there", async () => {
    const stop = new AbortController()
    const before = (await of("heard")).text
    await of("echo", {}, { signal: stop.signal })
    stop.abort()
    expect((await of("heard")).text).toBe(before)
  })

  it("is told when a tool is silent for too long; a sign of progress is one of life", async () => {
    const brisk = open([rowOf("brisk")], { timeoutSeconds: 3 })
    await brisk.tools()
    const late = await answered(run(brisk, callOf("brisk", "slow")))
    expect(late).toMatchObject({ isError: true, text: expect.stringContaining("no answer within 3 seconds") })
    await vi.waitFor(async () => {
      const { text } = await answered(run(brisk, callOf("brisk", "heard")))
      expect(text).toContain("no answer in time")
    }, 20_000)
    const steps: (string | undefined)[] = []
    const onProgress = (message: string | undefined) => steps.push(message)
    const long = await answered(run(brisk, callOf("brisk", "progress", { steps: 14 }), { onProgress }))
    expect(long.text).toBe("all steps done")
    expect(steps.at(-1)).toBe("step 14")
  })

  it("may change its list", async () => {
    expect(box.find("mcp__fake__late")).toBeUndefined()
    expect((await of("grow")).text).toBe("grown")
    await vi.waitFor(async () => {
      await box.tools()
      expect(box.find("mcp__fake__late")).toBeDefined()
    }, 20_000)
    expect((await of("late")).text).toBe("late")
  })

  it("that dies at work leaves its call without a result, and is reached again", async () => {
    const mortal = open([rowOf("mortal")], {}, 0)
    await mortal.tools()
    const died = await run(mortal, callOf("mortal", "dies"))
    expect(died).toMatchObject({ outcome: "died", server: "mortal" })
    if (rowOf("x").reach.by === "stdio") expect(died).toMatchObject({ why: "out of memory" })
    else {
      await http.ended
      expect(await answered(run(mortal, callOf("mortal", "echo")))).toMatchObject({
        isError: true,
        text: expect.stringMatching(/^This call was not run: the tool server mortal cannot be reached/),
      })
      http = await startHttp(http.port)
    }
    expect((await answered(run(mortal, callOf("mortal", "echo", { a: 1 })))).text).toBe('{"a":1}')
    expect((await mortal.tools()).problems).toEqual([])
  })

  it("that knows a session no more gets a new one", async () => {
    expect((await of("echo", { b: 2 })).text).toBe('{"b":2}')
  })
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

describe("a server's process", () => {
  const processOf = async (box: Toolbox, name: string) =>
    JSON.parse((await answered(run(box, callOf(name, "process")))).text)

  it("gets what the file gives it, and nothing else of ours", async () => {
    const box = open([overStdio("fake")])
    await box.tools()
    const { env } = await processOf(box, "fake")
    expect(env.FAKE_TOKEN).toBe(token)
    expect(Object.keys(env)).not.toContain("UNTOLD")
    expect(Object.keys(env).filter((name) => /VITEST|DATABASE|TOKEN$/.test(name))).toEqual(["FAKE_TOKEN"])
  })

  it("is gone when the tools are closed, even one that does not want to go", async () => {
    const box = open([overStdio("kind"), overStdio("stubborn", "--stubborn")])
    await box.tools()
    const pids = [(await processOf(box, "kind")).pid, (await processOf(box, "stubborn")).pid]
    expect(pids.map(lives)).toEqual([true, true])
    await box.close()
    await vi.waitFor(() => expect(pids.map(lives)).toEqual([false, false]), 20_000)
    expect((await answered(run(box, callOf("kind", "echo")))).text).toContain("it was stopped")
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
      expect.stringContaining("The tool server refuses cannot be used (the token [FAKE_TOKEN] is not good)"),
      expect.stringContaining("The tool server wrong cannot be used"),
      expect.stringContaining("ENOENT"),
    ])
    expect(problems[1] && sentenceOf(problems[1])).toContain("the token is not good")
    expect(JSON.stringify(problems)).not.toMatch(new RegExp(`${token}|no-such"`))
    expect(offered.map(({ declared }) => declared.name)).toContain("mcp__fake__echo")
  })
})
