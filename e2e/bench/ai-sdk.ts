import { createAnthropic } from "@ai-sdk/anthropic"
import { type AssistantContent, generateText, jsonSchema, type ModelMessage, type ToolSet, tool } from "ai"
import { project } from "#lib/project.ts"
import type { Block, BlockOf } from "#lib/record/block.ts"
import type { Entry } from "#lib/record/entry.ts"
import { compare, type Row } from "./measure.ts"
import { knownTarget, objects } from "./projection.ts"
import { readEntries, session, sessionLines } from "./session.ts"

/** The AI SDK's own form of a conversation. */
type Prompt = { readonly system: string; readonly tools: ToolSet; readonly messages: ModelMessage[] }

const textOf = (blocks: readonly Block[]): string =>
  blocks.map((block) => (block.kind === "text" ? block.text : "")).join("")

const spoken = (block: Block): Exclude<AssistantContent, string>[number] => {
  if (block.kind === "text") return { type: "text", text: block.text }
  if (block.kind === "tool-call") {
    const { callId, name } = block
    return { type: "tool-call", toolCallId: callId, toolName: name, input: JSON.parse(block.arguments) }
  }
  if (block.kind !== "reasoning") throw new Error(`The bench's agent says no ${block.kind}.`)
  const signature = block.proof?.value ?? ""
  return { type: "reasoning", text: block.text, providerOptions: { anthropic: { signature } } }
}

const resultOf = ({ callId, name, content }: BlockOf<"tool-result">) =>
  ({
    type: "tool-result",
    toolCallId: callId,
    toolName: name,
    output: { type: "text", value: textOf(content) },
  }) as const

const messageOf = ({ role, blocks }: Entry & { readonly kind: "message" }): ModelMessage => {
  if (role === "user") return { role, content: textOf(blocks) }
  if (role === "assistant") return { role, content: blocks.map(spoken) }
  return {
    role: "tool",
    content: blocks.flatMap((block) => (block.kind === "tool-result" ? [resultOf(block)] : [])),
  }
}

const promptOf = (entries: readonly Entry[]): Prompt => {
  const header = entries.find((entry) => entry.kind === "header")
  const tools = (header?.tools ?? []).map(({ name, description = "", inputSchema }) => [
    name,
    tool({ description, inputSchema: jsonSchema(JSON.parse(inputSchema)) }),
  ])
  return {
    system: header?.system ?? "",
    tools: Object.fromEntries(tools),
    messages: entries.flatMap((entry) => (entry.kind === "message" ? [messageOf(entry)] : [])),
  }
}

const answer = {
  ...{ id: "msg_1", type: "message", role: "assistant", model: "m", stop_reason: "end_turn" },
  ...{ content: [{ type: "text", text: "ok" }], usage: { input_tokens: 1, output_tokens: 1 } },
}

/** What `generateText` posts for a prompt, up to the moment it would leave; nothing is sent. */
const posted = async ({ system, tools, messages }: Prompt): Promise<string> => {
  let body = ""
  const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
    body = String(init?.body)
    return Response.json(answer)
  }
  const model = createAnthropic({ apiKey: "none", fetch })("claude-sonnet-5")
  await generateText({ model, system, tools, messages, maxRetries: 0, maxOutputTokens: 4096 })
  return body
}

const historyOf = (text: string): number => JSON.parse(text).messages.length

/** Up to the last question: the AI SDK takes no call without its result. */
const closed = (lines: readonly string[]): readonly string[] =>
  lines.slice(0, lines.findLastIndex((line) => line.includes('"role":"user"')) + 1)

/** The AI SDK's conversion of a conversation to one Anthropic request's text, against ours of the same to bytes. */
export const aiSdkRow = async (repetitions = 5): Promise<Row> => {
  const lines = closed(sessionLines(10_000, session(1)))
  const target = knownTarget("anthropic")
  const ours = project({ entries: readEntries(lines) }, target, { objects }).wire.text()
  const theirs = await posted(promptOf(readEntries(lines)))
  if (historyOf(ours) !== historyOf(theirs)) throw new Error("The two requests differ in their messages.")
  const { ratio, subject, baseline } = await compare(
    () => {
      const entries = readEntries(lines)
      const prompt = promptOf(readEntries(lines))
      return {
        subject: () => posted(prompt),
        baseline: () => project({ entries }, target, { objects }).wire.bytes(),
      }
    },
    repetitions,
    1,
  )
  return {
    name: "ai-sdk-to-ours",
    value: ratio,
    unit: "x",
    limit: 8,
    isLeast: true,
    note: `${(theirs.length / 1e6).toFixed(1)} MB, ${subject.toFixed(0)} ms against ${baseline.toFixed(0)} ms`,
  }
}
