import { createAnthropic } from "@ai-sdk/anthropic"
import { convertToModelMessages, generateText, jsonSchema, type ToolSet, tool, type UIMessage } from "ai"
import { wireFor } from "#lib/project.ts"
import type { Block } from "#lib/record/block.ts"
import type { Entry } from "#lib/record/entry.ts"
import { compare, type Row } from "./measure.ts"
import { knownTarget, objects } from "./projection.ts"
import { readEntries, session, sessionLines } from "./session.ts"

/** A conversation as an application of the AI SDK keeps it. */
type Kept = { readonly system: string; readonly tools: ToolSet; readonly messages: UIMessage[] }
type KeptPart = UIMessage["parts"][number]

const textOf = (blocks: readonly Block[]): string =>
  blocks.map((block) => (block.kind === "text" ? block.text : "")).join("")

const resultsOf = (entries: readonly Entry[]): ReadonlyMap<string, string> =>
  new Map(
    entries
      .flatMap((entry) => (entry.kind === "message" ? entry.blocks : []))
      .flatMap((block) => (block.kind === "tool-result" ? [[block.callId, textOf(block.content)]] : [])),
  )

const partOf = (block: Block, results: ReadonlyMap<string, string>): KeptPart => {
  if (block.kind === "text") return { type: "text", text: block.text }
  if (block.kind === "reasoning") {
    const signature = block.proof?.value ?? ""
    return { type: "reasoning", text: block.text, providerMetadata: { anthropic: { signature } } }
  }
  if (block.kind !== "tool-call") throw new Error(`The bench's session holds no ${block.kind} here.`)
  const { callId: toolCallId, name, arguments: json } = block
  const output = results.get(toolCallId)
  return { type: `tool-${name}`, toolCallId, state: "output-available", input: JSON.parse(json), output }
}

/** One message a turn; a result stands in its call's part, each response begins a step. */
const messagesOf = (entries: readonly Entry[]): UIMessage[] => {
  const results = resultsOf(entries)
  const messages: UIMessage[] = []
  for (const entry of entries) {
    if (entry.kind !== "message" || entry.role === "tool") continue
    const role = entry.role === "user" ? "user" : "assistant"
    const parts = entry.blocks.map((block) => partOf(block, results))
    const last = messages.at(-1)
    if (role === "assistant" && last?.role === role) last.parts.push({ type: "step-start" }, ...parts)
    else messages.push({ id: entry.id, role, parts })
  }
  return messages
}

const keptOf = (entries: readonly Entry[]): Kept => {
  const header = entries.find((entry) => entry.kind === "header")
  const tools = (header?.tools ?? []).map(({ name, description = "", inputSchema }) => [
    name,
    tool({ description, inputSchema: jsonSchema(JSON.parse(inputSchema)) }),
  ])
  return {
    system: header?.system ?? "",
    tools: Object.fromEntries(tools),
    messages: messagesOf(entries),
  }
}

const answer = {
  ...{ id: "msg_1", type: "message", role: "assistant", model: "m", stop_reason: "end_turn" },
  ...{ content: [{ type: "text", text: "ok" }], usage: { input_tokens: 1, output_tokens: 1 } },
}

/**
 * The bytes that `generateText` posts for a conversation; it is answered here, nothing is sent. It hands `fetch` the
 * body as text, which `fetch` encodes before it sends; so does what stands in for `fetch` here.
 */
const posted = async ({ system, tools, messages: kept }: Kept): Promise<Uint8Array> => {
  let body = Buffer.alloc(0)
  const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
    body = Buffer.from(String(init?.body))
    return Response.json(answer)
  }
  const model = createAnthropic({ apiKey: "none", fetch })("claude-sonnet-5")
  const messages = await convertToModelMessages(kept, { tools })
  await generateText({ model, system, tools, messages, maxRetries: 0, maxOutputTokens: 4096 })
  return body
}

const historyOf = (bytes: Uint8Array): number => JSON.parse(Buffer.from(bytes).toString()).messages.length

/** Up to the last question: the AI SDK takes no call without its result. */
const closed = (lines: readonly string[]): readonly string[] =>
  lines.slice(0, lines.findLastIndex((line) => line.includes('"role":"user"')) + 1)

/** A request's body both ways, from entries and a conversation that were read for it alone. */
const bodies = (lines: readonly string[]) => {
  const entries = readEntries(lines)
  const kept = keptOf(readEntries(lines))
  return {
    ours: () => wireFor({ entries }, knownTarget("anthropic"), { objects }).bytes(),
    theirs: () => posted(kept),
  }
}

/** Runs of both over a short conversation: the engine optimises what runs once a request only after a dozen of them. */
const warmUp = async (lines: readonly string[]): Promise<void> => {
  for (let run = 0; run < 30; run++) {
    const { ours, theirs } = bodies(lines)
    ours()
    await theirs()
  }
}

/**
 * The AI SDK's way from a conversation it keeps to the bytes of an Anthropic request, against ours of the same to its
 * bytes: what an agent does before each step, in a process that has done it before.
 */
export const aiSdkRow = async (repetitions = 7): Promise<Row> => {
  const lines = closed(sessionLines(10_000, session(1)))
  const whole = bodies(lines)
  const theirs = await whole.theirs()
  if (historyOf(whole.ours()) !== historyOf(theirs))
    throw new Error("The two requests differ in their messages.")
  await warmUp(closed(sessionLines(200, session(2))))
  const { ratio, subject, baseline } = await compare(() => {
    const { ours, theirs } = bodies(lines)
    return { subject: theirs, baseline: ours }
  }, repetitions)
  return {
    name: "ai-sdk-to-ours",
    value: ratio,
    unit: "x",
    limit: 8,
    isLeast: true,
    note: `${(theirs.length / 1e6).toFixed(1)} MB, ${subject.toFixed(0)} ms against ${baseline.toFixed(0)} ms`,
  }
}
