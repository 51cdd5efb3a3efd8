import { createServer } from "node:http"
import { createServer as createServer2 } from "node:http2"
import type { Server } from "node:net"
import type { Readable } from "node:stream"
import { text } from "node:stream/consumers"
import Anthropic from "@anthropic-ai/sdk"
import { BedrockRuntimeClient, ConverseCommand, type ConverseRequest } from "@aws-sdk/client-bedrock-runtime"
import { GoogleGenAI } from "@google/genai"
import { type ChatRequest, Ollama } from "ollama"
import OpenAI from "openai"
import type { ChatCompletionCreateParamsNonStreaming } from "openai/resources/chat/completions"
import type { ResponseCreateParamsNonStreaming } from "openai/resources/responses/responses"
import { afterEach, expect, it } from "vitest"
import { dialects } from "#lib/dialect/index.ts"
import type { DialectId } from "#lib/dialect/targets/row.ts"
import { bodiesOf } from "./bodies.ts"
import type { GenerateContent } from "./requests.ts"

/** What a provider's SDK does with a body. It may change what it is given. */
type Send = (body: unknown) => Promise<unknown>

/** One cast for all: `types.test.ts` shows what the bodies are to the SDK. */
const typed =
  <Body>(send: (body: Body) => Promise<unknown>): Send =>
  (body) =>
    send(body as Body)

const key = { apiKey: "none", maxRetries: 0 } as const

const anthropic = (baseURL: string): Send =>
  typed((body: Anthropic.MessageCreateParamsNonStreaming) =>
    new Anthropic({ ...key, baseURL }).messages.create(body),
  )

/** Where the JSON has base64, the SDK takes bytes. */
const withBytes = (body: ConverseRequest): ConverseRequest =>
  JSON.parse(JSON.stringify(body), (name, value) =>
    name === "bytes" || name === "redactedContent" ? Buffer.from(value, "base64") : value,
  )

const bedrock = (endpoint: string): Send => {
  const credentials = { accessKeyId: "none", secretAccessKey: "none" }
  const client = new BedrockRuntimeClient({ region: "none", endpoint, credentials, maxAttempts: 1 })
  return typed((body: ConverseRequest) =>
    client.send(new ConverseCommand({ ...withBytes(body), modelId: "none" })).finally(() => client.destroy()),
  )
}

const sdks = {
  chat: (baseURL) =>
    typed((body: ChatCompletionCreateParamsNonStreaming) =>
      new OpenAI({ ...key, baseURL }).chat.completions.create(body),
    ),
  responses: (baseURL) =>
    typed((body: ResponseCreateParamsNonStreaming) => new OpenAI({ ...key, baseURL }).responses.create(body)),
  messages: anthropic,
  gemini: (baseUrl) => {
    const { models } = new GoogleGenAI({ apiKey: "none", vertexai: false, httpOptions: { baseUrl } })
    return typed(({ contents, generationConfig, ...rest }: GenerateContent) =>
      models.generateContent({ model: "none", contents, config: { ...generationConfig, ...rest } }),
    )
  },
  ollama: (host) => typed((body: ChatRequest & { stream: false }) => new Ollama({ host }).chat(body)),
  converse: bedrock,
  "prior-turns": anthropic,
} satisfies { readonly [Id in DialectId]: (url: string) => Send }

/** What an SDK says of itself where a body does not. */
const added: { readonly [Id in DialectId]?: object } = {
  gemini: { generationConfig: {} },
  ollama: { stream: false },
}

let server: Server | undefined
afterEach(() => void server?.close())

type Answering = { setHeader: (name: string, value: string) => unknown; end: (text: string) => unknown }

/** A server that answers anything with an empty object; gives its URL, and what it heard last. */
const listen = async (dialect: DialectId) => {
  let heard = ""
  const answer = async (request: Readable, response: Answering) => {
    heard = await text(request)
    response.setHeader("content-type", "application/json")
    response.end("{}")
  }
  server = dialect === "converse" ? createServer2(answer) : createServer(answer) // Bedrock's SDK speaks HTTP/2
  const listening = server
  await new Promise<void>((done) => listening.listen(0, "127.0.0.1", done))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The server has no port.")
  return { url: `http://127.0.0.1:${address.port}`, heard: () => heard }
}

const ids = Object.keys(dialects) as readonly DialectId[] // the table has these keys, says its own type

it.each(ids)(
  "the provider's SDK sends every golden as it is: %s",
  async (dialect) => {
    const { url, heard } = await listen(dialect)
    const send = sdks[dialect](url)
    for (const { name, body } of bodiesOf(dialect)) {
      await send(structuredClone(body))
      expect(JSON.parse(heard()), name).toEqual({ ...added[dialect], ...Object(body) })
    }
  },
  60_000,
)
