import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { must, openTestStore, type TestStore } from "#db/test-store.ts"
import { targets } from "#lib/dialect/targets.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import { variablesOf } from "./key-variables.ts"
import { hasModels, models } from "./models.ts"
import { storePreferences } from "./set-provider.ts"

/** A provider in its own words: a real server that answers what the test says, and keeps what it was asked. */
type Answering = (request: IncomingMessage, response: ServerResponse) => void

let store: TestStore
let server: Server
let url = ""
let answer: Answering = (_, response) => response.end()
let asked: IncomingMessage[] = []

beforeAll(async () => {
  store = await openTestStore()
  server = createServer((request, response) => {
    asked.push(request)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await store.close()
})
beforeEach(() => {
  asked = []
})

const key = "sk-test-0123456789abcdef"
const environment = Object.fromEntries(targets.flatMap(variablesOf).map((name) => [name, key]))
const limits = { milliseconds: 5000, bytes: 10_000 }

const json =
  (value: unknown, status = 200): Answering =>
  (_, response) => {
    response.writeHead(status, { "content-type": "application/json" })
    response.end(JSON.stringify(value))
  }

const listOf = async (target: string, answering: Answering, over: Partial<typeof limits> = {}) => {
  answer = answering
  must(await storePreferences(store.db, target, { baseUrl: `${url}/base`, params: {} }))
  return models(store.db, target, environment, { ...limits, ...over })
}

const refusedWith = async (answering: Answering, over: Partial<typeof limits> = {}, target = "openai") => {
  const listed = await listOf(target, answering, over)
  if (listed.ok) throw new Error("it was not refused")
  return listed.problem
}

describe("a list of models", () => {
  test.each(["openai", "openai-responses", "openai-compatible", "xai", "kimi", "deepseek", "mistral"])(
    "of %s is read as OpenAI's",
    async (target) => {
      const data = [{ id: "b", object: "model" }, { id: "a" }, { id: "b" }]
      expect(must(await listOf(target, json({ object: "list", data })))).toEqual([{ id: "b" }, { id: "a" }])
      expect(asked.map((each) => [each.method, each.url, each.headers.authorization])).toEqual([
        ["GET", "/base/models", `Bearer ${key}`],
      ])
    },
  )

  test("without its envelope is read too", async () =>
    expect(must(await listOf("openai-compatible", json([{ id: "m" }])))).toEqual([{ id: "m" }]))

  test.each(["anthropic", "claude-prompt", "glm"])("of %s is read as Anthropic's", async (target) => {
    const data = [{ type: "model", id: "claude-x", display_name: "Claude X" }]
    expect(must(await listOf(target, json({ data, has_more: false })))).toEqual([
      { id: "claude-x", label: "Claude X" },
    ])
    expect(asked[0]?.url).toBe("/base/v1/models?limit=1000")
    expect(asked[0]?.headers).toMatchObject({ "x-api-key": key, "anthropic-version": "2023-06-01" })
  })

  test("of Gemini holds what generates content, by the name that its address takes", async () => {
    const given = [
      {
        name: "models/gemini-x",
        displayName: "Gemini X",
        supportedGenerationMethods: ["generateContent", "countTokens"],
      },
      { name: "models/embed", supportedGenerationMethods: ["embedContent"] },
    ]
    expect(must(await listOf("gemini", json({ models: given })))).toEqual([
      { id: "gemini-x", label: "Gemini X" },
    ])
    expect(asked[0]?.url).toBe("/base/v1beta/models?pageSize=1000")
    expect(asked[0]?.headers["x-goog-api-key"]).toBe(key)
  })

  test("of Ollama is its tags", async () => {
    expect(must(await listOf("ollama", json({ models: [{ name: "qwen3:8b", size: 1 }] })))).toEqual([
      { id: "qwen3:8b" },
    ])
    expect(asked[0]?.url).toBe("/base/api/tags")
  })

  test("is asked for without a key where none is needed and none is there", async () => {
    must(await storePreferences(store.db, "ollama", { baseUrl: url, params: {} }))
    answer = json({ models: [] })
    expect(must(await models(store.db, "ollama", {}, limits))).toEqual([])
    expect(asked[0]?.headers.authorization).toBeUndefined()
  })

  test.each(["bedrock", "codex"])("is had by all but %s", async (target) => {
    expect(await models(store.db, target, environment, limits)).toEqual({
      ok: false,
      problem: { id: "models-none", facts: { target } },
    })
    expect(targets.filter((each) => !hasModels(each)).map(({ id }) => id)).toEqual(["codex", "bedrock"])
  })
})

describe("what goes wrong is said", () => {
  test("without a key nobody is asked", async () => {
    must(await storePreferences(store.db, "openai", { baseUrl: url, params: {} }))
    const listed = await models(store.db, "openai", {}, limits)
    expect(listed.ok ? "fine" : listed.problem.id).toBe("key-missing")
    expect(asked).toEqual([])
  })

  test.each([
    [
      { error: { message: `Incorrect API key provided: ${key}. Try  another`, type: "x" } },
      "[secret] Try another",
    ],
    [{ error: { message: "Incorrect API key provided: sk-te***cdef." } }, "[secret]"],
    [{ error: "model list is off" }, "model list is off"],
    [{ message: "no" }, "no"],
    [{ detail: "no such route" }, '{"detail":"no such route"}'],
  ])("in the provider's words, without the key: %j", async (body, words) => {
    const problem = await refusedWith(json(body, 401))
    expect(problem.id).toBe("models-refused")
    expect(problem.facts).toMatchObject({ status: 401, url: `${url}/base/models` })
    expect(String(problem.facts["words"])).toContain(words)
    expect(sentenceOf(problem)).not.toMatch(/sk-te|cdef/)
  })

  test("with a page of words cut short", async () => {
    const { facts } = await refusedWith((_, response) => response.writeHead(502).end("x ".repeat(2000)))
    expect(String(facts["words"])).toHaveLength(300)
  })

  test("and a redirect is not followed, since the key would go along", async () => {
    const problem = await refusedWith((request, response) =>
      request.url === "/base/models"
        ? response.writeHead(307, { location: `${url}/elsewhere` }).end()
        : response.end('{"data":[]}'),
    )
    expect([problem.id, problem.facts["status"]]).toEqual(["models-refused", 307])
    expect(asked).toHaveLength(1)
  })

  test.each([
    ["no JSON", "<html>hello</html>", "it is not JSON"],
    ["another shape", '{"data":{"id":"x"}}', "its fields are others"],
    ["a model without a name", '{"data":[{"id":""}]}', "its fields are others"],
    ["nothing", "", "it is not JSON"],
  ])("where it is %s", async (_, body, why) => {
    const problem = await refusedWith((_request, response) => response.end(body))
    expect(problem).toEqual({ id: "models-unreadable", facts: { url: `${url}/base/models`, why } })
  })

  test("where it is too large, by however much", async () => {
    const problem = await refusedWith((_, response) => {
      const more = (): void => {
        if (!response.destroyed && response.write("x".repeat(5000))) setImmediate(more)
        else if (!response.destroyed) response.once("drain", more)
      }
      more()
    })
    expect(problem.id).toBe("models-unreadable")
    expect(problem.facts["why"]).toBe("it is larger than 10000 bytes")
  })

  test.each([
    ["at all", () => undefined],
    ["to its end", (_: IncomingMessage, response: ServerResponse) => void response.write('{"data":[')],
  ] as const)("where it does not answer %s", async (_, answering) => {
    const problem = await refusedWith(answering, { milliseconds: 200 })
    expect(problem.facts["why"]).toBe("no answer within 0.2 seconds")
  })

  test("where the connection breaks", async () => {
    const problem = await refusedWith((request) => request.socket.destroy())
    expect([problem.id, problem.facts["why"]]).toEqual(["models-unreachable", "UND_ERR_SOCKET"])
  })

  test("where nobody listens", async () => {
    must(await storePreferences(store.db, "openai", { baseUrl: "http://127.0.0.1:1/v1", params: {} }))
    const listed = await models(store.db, "openai", environment, limits)
    expect(listed).toMatchObject({ problem: { id: "models-unreachable" } })
    expect(JSON.stringify(listed)).not.toContain(key)
  })
})
