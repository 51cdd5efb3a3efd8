import Anthropic from "@anthropic-ai/sdk"
import { BedrockRuntimeClient, ConverseStreamCommand } from "@aws-sdk/client-bedrock-runtime"
import { GoogleGenAI } from "@google/genai"
import { NodeHttpHandler } from "@smithy/node-http-handler"
import { Ollama } from "ollama"
import OpenAI from "openai"
import { afterEach, expect, it } from "vitest"
import { type FakeProvider, fakeProvider } from "#e2e/fake/provider.ts"
import { isCall } from "#e2e/fake/scene.ts"
import { calling } from "#e2e/fake/scenes.ts"
import type { DialectId } from "#lib/dialect/targets/row.ts"

/** What a provider's SDK makes of a stream: all text, all thoughts, and each call's arguments as text or as a value. */
type Heard = { readonly text: string; readonly thought: string; readonly calls: readonly unknown[] }

const key = { apiKey: "none", maxRetries: 0 } as const
const messages = [{ role: "user" as const, content: "go" }]
const joined = (texts: readonly (string | undefined)[]): string => texts.join("")

const anthropic = async (baseURL: string): Promise<Heard> => {
  const { content } = await new Anthropic({ ...key, baseURL }).messages
    .stream({ model: "m", max_tokens: 9, messages })
    .finalMessage()
  return {
    text: joined(content.map((block) => (block.type === "text" ? block.text : ""))),
    thought: joined(content.map((block) => (block.type === "thinking" ? block.thinking : ""))),
    calls: content.flatMap((block) => (block.type === "tool_use" ? [block.input] : [])),
  }
}

const chat = async (baseURL: string): Promise<Heard> => {
  const stream = new OpenAI({ ...key, baseURL: `${baseURL}/v1` }).chat.completions.stream({
    model: "m",
    messages,
  })
  let thought = ""
  stream.on("chunk", ({ choices: [choice] }) => {
    const { reasoning_content: piece } = Object(choice?.delta) // a field of the relatives
    if (typeof piece === "string") thought += piece
  })
  const message = (await stream.finalChatCompletion()).choices[0]?.message
  const calls = message?.tool_calls ?? []
  return {
    text: message?.content ?? "",
    thought,
    calls: calls.flatMap((call) => (call.type === "function" ? [call.function.arguments] : [])),
  }
}

const responses = async (baseURL: string): Promise<Heard> => {
  const { output } = await new OpenAI({ ...key, baseURL: `${baseURL}/v1` }).responses
    .stream({ model: "m", input: "go" })
    .finalResponse()
  return {
    text: joined(
      output.map((item) =>
        item.type === "message" ? joined(item.content.map((part) => ("text" in part ? part.text : ""))) : "",
      ),
    ),
    thought: joined(
      output.map((item) => (item.type === "reasoning" ? joined(item.summary.map((part) => part.text)) : "")),
    ),
    calls: output.flatMap((item) => (item.type === "function_call" ? [item.arguments] : [])),
  }
}

const gemini = async (baseUrl: string): Promise<Heard> => {
  const { models } = new GoogleGenAI({ apiKey: "none", vertexai: false, httpOptions: { baseUrl } })
  const parts = []
  for await (const answer of await models.generateContentStream({ model: "m", contents: "go" }))
    parts.push(...(answer.candidates?.[0]?.content?.parts ?? []))
  return {
    text: joined(parts.map((part) => (part.thought === true ? "" : part.text))),
    thought: joined(parts.map((part) => (part.thought === true ? part.text : ""))),
    calls: parts.flatMap((part) => (part.functionCall === undefined ? [] : [part.functionCall.args])),
  }
}

const ollama = async (host: string): Promise<Heard> => {
  const said = []
  for await (const answer of await new Ollama({ host }).chat({ model: "m", messages, stream: true }))
    said.push(answer.message)
  return {
    text: joined(said.map((message) => message.content)),
    thought: joined(said.map((message) => message.thinking)),
    calls: said.flatMap((message) => (message.tool_calls ?? []).map((call) => call.function.arguments)),
  }
}

/** Over HTTP/1.1: the SDK's own handler speaks HTTP/2. */
const converse = async (endpoint: string): Promise<Heard> => {
  const credentials = { accessKeyId: "none", secretAccessKey: "none" }
  const requestHandler = new NodeHttpHandler()
  const client = new BedrockRuntimeClient({
    region: "none",
    endpoint,
    credentials,
    maxAttempts: 1,
    requestHandler,
  })
  const heard = { text: "", thought: "", calls: [] as string[] }
  const { stream } = await client.send(new ConverseStreamCommand({ modelId: "m", messages: [] }))
  for await (const { contentBlockStart, contentBlockDelta } of stream ?? []) {
    if (contentBlockStart !== undefined) heard.calls.push("")
    const delta = contentBlockDelta?.delta
    heard.text += delta?.text ?? ""
    heard.thought += delta?.reasoningContent?.text ?? ""
    if (delta?.toolUse !== undefined) heard.calls.push((heard.calls.pop() ?? "") + delta.toolUse.input)
  }
  client.destroy()
  return heard
}

const sdks: { readonly [Id in DialectId]: (url: string) => Promise<Heard> } = {
  chat,
  responses,
  messages: anthropic,
  gemini,
  ollama,
  converse,
  "prior-turns": anthropic,
}

let provider: FakeProvider | undefined
afterEach(() => provider?.close())

const value = (given: unknown): unknown => (typeof given === "string" ? JSON.parse(given) : given)

const said = (is: "text" | "reasoning"): string =>
  joined(calling.acts.map((act) => (act.is === is && "text" in act ? act.text : "")))

it.each(Object.keys(sdks) as readonly DialectId[])(
  "the provider's SDK reads the fake provider's stream: %s",
  async (dialect) => {
    provider = await fakeProvider(dialect, [{ does: "stream", scene: calling }], 3)
    const heard = await sdks[dialect](provider.at("https://fake.example"))
    expect(heard.text).toBe(said("text"))
    expect(heard.thought).toBe(said("reasoning"))
    expect(heard.calls.map(value)).toEqual(
      calling.acts.filter(isCall).map((act) => JSON.parse(act.arguments)),
    )
  },
  60_000,
)
