import { afterEach, describe, expect, it } from "vitest"
import type { DialectId } from "#lib/dialect/targets/row.ts"
import type { Target, TargetId } from "#lib/dialect/targets.ts"
import { targetOf } from "#lib/dialect/targets.ts"
import { type AskOptions, type Attempt, askProvider } from "#lib/live/transport/ask.ts"
import { longestWait } from "#lib/live/transport/retry.ts"
import { attempt as attemptEntry } from "#lib/record/entries/attempt.ts"
import type { Delta } from "#lib/reply/reply.ts"
import { type FakeProvider, fakeProvider, type Move } from "./provider.ts"
import { calling, spoken } from "./scenes.ts"

const held: { readonly [Id in DialectId]: TargetId } = {
  chat: "kimi",
  responses: "openai-responses",
  messages: "anthropic",
  gemini: "gemini",
  ollama: "ollama",
  converse: "bedrock",
  "prior-turns": "claude-prompt",
}
const dialects = Object.keys(held) as readonly DialectId[] // keys of a total table

const open: FakeProvider[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((provider) => provider.close()))
})

const rowOf = (dialect: DialectId): Target => {
  const target = targetOf(held[dialect])
  if (target === undefined) throw new Error(`There is no target ${held[dialect]}.`)
  return target
}

const key = "sk-very-secret"
const body = new TextEncoder().encode('{"stream":true,"text":"日本"}')

/** Asks a fake provider that makes these moves, and what all came of it. */
const asked = async (dialect: DialectId, moves: readonly Move[], options: AskOptions = {}, stream = true) => {
  const provider = await fakeProvider(dialect, moves, 11)
  open.push(provider)
  const row = rowOf(dialect)
  const deltas: Delta[] = []
  const attempts: Attempt[] = []
  const waits: number[] = []
  const answer = await askProvider(
    { target: { ...row, url: provider.at(row.url) }, model: "fake/1:a", body, key, stream },
    {
      onDelta: (delta) => deltas.push(delta),
      onAttempt: (attempt) => attempts.push(attempt),
      wait: async (milliseconds) => waits.push(milliseconds),
      ...options,
    },
  )
  return { answer, deltas, attempts, waits, received: provider.received }
}

const texts = (deltas: readonly Delta[], kind: Delta["kind"]): string =>
  deltas.map((delta) => (delta.kind === kind && "text" in delta ? delta.text : "")).join("")

describe.each(dialects)("asking a provider of %s", (dialect) => {
  it("posts the bytes and reads what is said as it comes", async () => {
    const { answer, deltas, attempts, received } = await asked(dialect, [{ does: "stream", scene: spoken }])
    expect(answer.failure).toBeUndefined()
    expect(texts(deltas, "reasoning")).toBe(
      "text" in (spoken.acts[0] ?? {}) ? "Weigh it: 日本 or 🇯🇵?\n\nBoth." : "",
    )
    expect(texts(deltas, "text")).toContain("日本 🇯🇵, with a line\nand a \\ backslash.")
    expect(answer.blocks.map(({ kind }) => kind)).toEqual(["reasoning", "text"])
    expect(attempts).toEqual([{ n: 1, status: 200 }])
    expect(received.map((each) => [each.method, Buffer.from(each.body).equals(body)])).toEqual([
      ["POST", true],
    ])
  })

  it("reads two calls at once, their arguments in pieces", async () => {
    const { answer } = await asked(dialect, [{ does: "stream", scene: calling }])
    const calls = answer.blocks.flatMap((block) => (block.kind === "tool-call" ? [block.arguments] : []))
    expect(calls).toEqual(calling.acts.flatMap((act) => (act.is === "call" ? [act.arguments] : [])))
    expect(answer.stop).toBe("tool-calls")
  })

  it("reads an answer in one piece", async () => {
    const { answer, deltas } = await asked(dialect, [{ does: "whole", scene: calling }], {}, false)
    expect(answer.failure).toBeUndefined()
    expect(answer.blocks).toHaveLength(4)
    expect(deltas).toEqual([])
  })

  it("keeps what came before an error in the stream, and the provider's words", async () => {
    const fails = { does: "fail", frames: 5, kind: "overloadedException", message: "Too busy." } as const
    const { answer } = await asked(dialect, [{ ...fails, scene: spoken }])
    expect(answer.failure?.kind).toBe("reply-error")
    expect(answer.failure?.message).toContain("Too busy.")
    expect(answer.blocks.length).toBeGreaterThan(0)
    expect(answer.stop).toBe("error")
  })

  it("keeps what came before the connection broke", async () => {
    const { answer, attempts } = await asked(dialect, [{ does: "cut", scene: spoken, bytes: 900 }])
    expect(answer.failure?.kind).toBe("reply-cut")
    expect(attempts).toHaveLength(1)
  })

  it("waits as it is told where it came too often, and asks again", async () => {
    const busy = { does: "refuse", status: 429, body: '{"error":{"message":"Slow down."}}' } as const
    const { answer, attempts, waits, received } = await asked(dialect, [
      { ...busy, headers: { "retry-after": "2" } },
      { does: "stream", scene: spoken },
    ])
    expect(answer.failure).toBeUndefined()
    expect(waits).toEqual([2000])
    expect(attempts).toEqual([
      {
        n: 1,
        status: 429,
        retryAfter: 2000,
        error: { kind: "provider-unavailable", message: "Slow down.", status: 429 },
      },
      { n: 2, status: 200 },
    ])
    expect(received[1]?.body).toEqual(received[0]?.body)
  })

  it("gives the provider's words for what it refuses, once", async () => {
    const refusal = JSON.stringify({ error: { type: "invalid_request", message: `Bad field of ${key}.` } })
    const { answer, attempts } = await asked(dialect, [{ does: "refuse", status: 400, body: refusal }])
    const message = "invalid_request: Bad field of [key]."
    expect(answer.failure).toEqual({ kind: "request-refused", message, status: 400 })
    expect(attempts).toHaveLength(1)
  })
})

describe("where it asks", () => {
  const paths: { readonly [Id in DialectId]: readonly [stream: string, whole: string] } = {
    chat: ["/v1/chat/completions", "/v1/chat/completions"],
    responses: ["/v1/responses", "/v1/responses"],
    messages: ["/v1/messages", "/v1/messages"],
    gemini: [
      "/v1beta/models/fake%2F1%3Aa:streamGenerateContent?alt=sse",
      "/v1beta/models/fake%2F1%3Aa:generateContent",
    ],
    ollama: ["/api/chat", "/api/chat"],
    converse: ["/model/fake%2F1%3Aa/converse-stream", "/model/fake%2F1%3Aa/converse"],
    "prior-turns": ["/v1/messages", "/v1/messages"],
  }
  const keys: { readonly [Id in DialectId]: readonly [header: string, value: string] } = {
    chat: ["authorization", `Bearer ${key}`],
    responses: ["authorization", `Bearer ${key}`],
    messages: ["x-api-key", key],
    gemini: ["x-goog-api-key", key],
    ollama: ["authorization", `Bearer ${key}`],
    converse: ["authorization", `Bearer ${key}`],
    "prior-turns": ["x-api-key", key],
  }

  it.each(dialects)("%s: address and headers, the key in one of them", async (dialect) => {
    const { received: streamed } = await asked(dialect, [{ does: "stream", scene: spoken }])
    const { received: whole } = await asked(dialect, [{ does: "whole", scene: spoken }], {}, false)
    expect([streamed[0]?.path, whole[0]?.path]).toEqual(paths[dialect])
    const headers = streamed[0]?.headers ?? {}
    const [name, value] = keys[dialect]
    expect(headers[name]).toBe(value)
    expect(headers["content-type"]).toBe("application/json")
    const anthropic = dialect === "messages" || dialect === "prior-turns"
    expect(headers["anthropic-version"]).toBe(anthropic ? "2023-06-01" : undefined)
  })
})

describe("what goes wrong", () => {
  const unavailable: Move = { does: "refuse", status: 503, body: "upstream is down" }

  it("is asked again as often as it may be, longer and longer after", async () => {
    const { answer, attempts, waits } = await asked("chat", [unavailable, unavailable, unavailable])
    expect(answer.failure).toEqual({ kind: "provider-unavailable", message: "upstream is down", status: 503 })
    expect(attempts.map(({ n, status }) => [n, status])).toEqual([
      [1, 503],
      [2, 503],
      [3, 503],
    ])
    expect(waits.map((wait) => wait > 0)).toEqual([true, true])
    expect((waits[1] ?? 0) > (waits[0] ?? 0)).toBe(true)
  })

  it("is told as the entry of an attempt holds it", async () => {
    const { attempts } = await asked("chat", [
      { does: "cut" },
      unavailable,
      { does: "stream", scene: spoken },
    ])
    for (const told of attempts) {
      const entry = { seq: 1, id: "a", at: null, kind: "attempt", step: 1, ...told }
      expect(attemptEntry.safeParse(entry).success).toBe(true)
    }
    expect(attempts.map(({ n, status, error }) => [n, status, error?.kind])).toEqual([
      [1, undefined, "connection-failed"],
      [2, 503, "provider-unavailable"],
      [3, 200, undefined],
    ])
  })

  it("waits no longer than it should, however long it is told to", async () => {
    const long: Move = { does: "refuse", status: 429, body: "", headers: { "retry-after": "86400" } }
    const { waits, attempts } = await asked("chat", [long, { does: "stream", scene: spoken }])
    expect(waits).toEqual([longestWait])
    expect(attempts[0]?.retryAfter).toBe(86_400_000)
  })

  it("gives up on a server that never begins", async () => {
    const { answer, attempts } = await asked("messages", [{ does: "hang" }], { limits: { firstByte: 150 } })
    expect(answer.failure).toEqual({ kind: "answer-late", message: "" })
    expect(attempts).toEqual([{ n: 1, error: { kind: "answer-late", message: "" } }])
  })

  it("gives up on a stream that stalls, and keeps what came", async () => {
    const hangs: Move = { does: "hang", scene: spoken, frames: 8 }
    const { answer } = await asked("messages", [hangs], { limits: { betweenBytes: 300 } })
    expect(answer.failure).toEqual({ kind: "answer-stalled", message: "" })
    expect(answer.blocks.map(({ kind }) => kind)).toEqual(["reasoning"])
  })

  it("stops when it is told to, and keeps what came", async () => {
    const stop = new AbortController()
    const hangs: Move = { does: "hang", scene: spoken, frames: 8 }
    const onDelta = () => stop.abort()
    const { answer } = await asked("messages", [hangs], { signal: stop.signal, onDelta })
    expect(answer.failure).toEqual({ kind: "stopped", message: "" })
    expect(answer.stop).toBe("aborted")
    expect(answer.blocks.map(({ kind }) => kind)).toEqual(["reasoning"])
  })

  it("stops while it waits to ask again", async () => {
    const stop = new AbortController()
    const wait = async () => stop.abort()
    const { answer, attempts } = await asked("chat", [unavailable], { signal: stop.signal, wait })
    expect(answer.failure?.kind).toBe("stopped")
    expect(attempts).toHaveLength(1)
  })

  it("follows no redirection with a key", async () => {
    const elsewhere: Move = { does: "refuse", status: 307, body: "", headers: { location: "/elsewhere" } }
    const { answer, received } = await asked("chat", [elsewhere])
    expect(answer.failure).toMatchObject({ kind: "request-refused", status: 307 })
    expect(received).toHaveLength(1)
  })

  it("says nothing of the key, or of what an address holds", async () => {
    const target = { ...rowOf("chat"), url: "http://someone:password@127.0.0.1:9/v1" }
    const secret = "sk-with\na line"
    const unusable = [
      await askProvider({ target, model: "m", body, key }),
      await askProvider({ target: rowOf("chat"), model: "m", body, key: secret }),
    ]
    for (const answer of unusable) {
      expect(answer.failure).toEqual({ kind: "request-unusable", message: "" })
      expect(JSON.stringify(answer)).not.toMatch(/password|sk-/)
    }
  })

  it("names the code of a connection that cannot be made", async () => {
    const gone = await fakeProvider("chat", [])
    await gone.close()
    const target = { ...rowOf("chat"), url: gone.at("https://gone.example/v1") }
    const answer = await askProvider({ target, model: "m", body }, { limits: { tries: 1 } })
    expect(answer.failure).toEqual({ kind: "connection-failed", message: "ECONNREFUSED" })
  })
})
