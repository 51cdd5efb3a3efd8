import { setTimeout as pause } from "node:timers/promises"
import { Server } from "@modelcontextprotocol/sdk/server/index.js"
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js"
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type ServerNotification,
  type ServerRequest,
} from "@modelcontextprotocol/sdk/types.js"

/** A tool server for tests, made with the official library: each tool does one thing that a client must cope with. */

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>
type Given = Readonly<Record<string, unknown>>
type Tool = {
  readonly annotations?: Readonly<Record<string, boolean>>
  readonly schema?: Readonly<Record<string, unknown>>
  readonly run: (given: Given, extra: Extra) => CallToolResult | Promise<CallToolResult>
}

const text = (words: string): CallToolResult => ({ content: [{ type: "text", text: words }] })

/** A picture of one pixel. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

/** What calls of `slow` were told when they were cancelled, over all sessions of this process. */
const heard: string[] = []

const tell = async ({ sendNotification, _meta }: Extra, progress: number, message: string): Promise<void> => {
  if (_meta?.progressToken === undefined) return
  const params = { progressToken: _meta.progressToken, progress, message }
  await sendNotification({ method: "notifications/progress", params })
}

/** Says that it has begun, and is then silent until it is cancelled. */
const slow = async (_: Given, extra: Extra): Promise<CallToolResult> => {
  const cancelled = new Promise((resolve) => {
    extra.signal.addEventListener("abort", resolve)
  })
  await tell(extra, 0, "begun")
  await cancelled
  heard.push(String(extra.signal.reason))
  return text("never seen")
}

const progress = async ({ steps }: Given, extra: Extra): Promise<CallToolResult> => {
  for (let step = 1; step <= Number(steps); step += 1) {
    await pause(300)
    await tell(extra, step, `step ${step}`)
  }
  return text("all steps done")
}

const everyKind: CallToolResult = {
  content: [
    { type: "text", text: "first" },
    { type: "image", data: pixel, mimeType: "image/png" },
    { type: "audio", data: "UklGRg==", mimeType: "audio/wav" },
    { type: "resource", resource: { uri: "file:///notes.txt", mimeType: "text/plain", text: "notes" } },
    { type: "resource", resource: { uri: "file:///a.pdf", mimeType: "application/pdf", blob: "JVBERg==" } },
    { type: "resource_link", uri: "https://example.test/x", name: "x" },
  ],
}

const structured = { total: 3, names: ["a", "b"] }

export type Life = {
  /** Ends the process, as a crash does. */
  readonly die: () => never
}

const tools = (life: Life, grown: () => boolean, grow: (extra: Extra) => Promise<void>) =>
  new Map<string, Tool>([
    [
      "echo",
      {
        annotations: { readOnlyHint: true },
        schema: {
          type: "object",
          required: ["words"],
          properties: { words: { type: "string" }, most: { maximum: 1e21, type: "number" } },
          additionalProperties: false,
        },
        run: (given) => text(JSON.stringify(given)),
      },
    ],
    ["slow", { run: slow }],
    ["heard", { run: () => text(JSON.stringify(heard)) }],
    ["dies", { annotations: { destructiveHint: true, openWorldHint: true }, run: () => life.die() }],
    ["every-kind", { run: () => everyKind }],
    ["empty", { run: () => ({ content: [] }) }],
    ["fails", { run: () => ({ ...text("no such file"), isError: true }) }],
    [
      "throws",
      {
        run: () => {
          throw new Error("it fell over")
        },
      },
    ],
    ["structured", { run: () => ({ content: [], structuredContent: structured }) }],
    [
      "structured.twice",
      { run: () => ({ ...text(JSON.stringify(structured, null, 2)), structuredContent: structured }) },
    ],
    ["big", { run: ({ size }) => text("é".repeat(Number(size))) }],
    ["progress", { run: progress }],
    ["process", { run: () => text(JSON.stringify({ pid: process.pid, env: process.env })) }],
    [
      "grow",
      {
        run: async (_, extra) => {
          await grow(extra)
          return text("grown")
        },
      },
    ],
    ...(grown() ? [["late", { run: () => text("late") }] as const] : []),
  ])

const pageSize = 5

/** One session's server. Its list has pages, and grows by `late` once `grow` was called. */
export const fakeServer = (life: Life): Server => {
  let isGrown = false
  const grow = async ({ sendNotification }: Extra): Promise<void> => {
    isGrown = true
    await sendNotification({ method: "notifications/tools/list_changed" })
  }
  const all = () => tools(life, () => isGrown, grow)
  const server = new Server(
    { name: "fake", version: "1" },
    { capabilities: { tools: { listChanged: true } } },
  )
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    const from = Number(params?.cursor ?? 0)
    const names = [...all()].map(([name, { annotations, schema }]) => ({
      name,
      description: `does ${name}`,
      inputSchema: { type: "object" as const, ...schema },
      ...(annotations === undefined ? {} : { annotations }),
    }))
    const end = from + pageSize
    return {
      tools: names.slice(from, end),
      ...(end < names.length ? { nextCursor: String(end) } : {}),
    }
  })
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) => {
    const tool = all().get(params.name)
    if (tool === undefined) throw new Error(`no tool ${params.name}`)
    return tool.run(params.arguments ?? {}, extra)
  })
  return server
}
