import { setTimeout as pause } from "node:timers/promises"
import type { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { oneLine } from "#lib/view/clip.ts"
import type { ServerConfig } from "./config.ts"
import { expanded, without } from "./expand.ts"
import { loadSdk, type Sdk, type Transport } from "./sdk.ts"

/** A server that answered, until it is lost. */
export type Connection = {
  readonly client: Client
  /** Whether it is gone: nothing that was asked of it will be answered any more. */
  readonly lost: () => boolean
  /** What it said last, for people: one line, without the values of its environment or headers. */
  readonly why: (error?: unknown) => string
  /** Gives it up, so that all that is still asked of it fails. */
  readonly drop: () => Promise<void>
  /** Ends it: a session over HTTP, a process and what it waits for. */
  readonly close: () => Promise<void>
}

export type ConnectOptions = {
  readonly environment: { readonly [name: string]: string | undefined }
  readonly onToolsChanged: () => void
  /** Fires where it is no longer wanted. */
  readonly signal: AbortSignal
}

/** Milliseconds that a server may take to start and to list its tools: one that is fetched first takes long. */
export const starting = 60_000

const mostShown = 300
const largestMessage = 64 * 1024 * 1024 // bytes of one answer over stdio, then the connection is cut

const open = (sdk: Sdk, { reach }: ServerConfig, values: { [name: string]: string }): Transport => {
  if (reach.by === "http")
    return new sdk.StreamableHTTPClientTransport(new URL(reach.url), { requestInit: { headers: values } })
  const { command, args, cwd } = reach
  return new sdk.StdioClientTransport({
    ...{ command, args: [...args], env: values, cwd },
    stderr: "pipe",
    maxBufferSize: largestMessage,
  })
}

const tail = 4096 // characters of what a process complains that are kept

/** The last line that a server's process wrote to its standard error. */
const lastWords = (sdk: Sdk, transport: Transport): (() => string) => {
  let said = ""
  if (transport instanceof sdk.StdioClientTransport)
    transport.stderr?.on("data", (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-tail)
    })
  return () => said.trimEnd().split("\n").at(-1) ?? ""
}

/** Milliseconds until a process that stays is asked, and then made, to go; and until nothing more is waited for. */
const patience = { asked: 200, made: 400, most: 700 } as const

const kill = (pid: number, name: "SIGTERM" | "SIGKILL"): void => {
  try {
    process.kill(pid, name)
  } catch {
    // it has gone by itself
  }
}

type Link = {
  readonly client: Client
  /** Of the server's process; null over HTTP, and where none was started. */
  readonly pid: number | null
  readonly ended: Promise<unknown>
}

/** The library waits seconds for a process that does not mind its input's end; a server that stops has not so long. */
const close = async ({ client, pid, ended }: Link): Promise<void> => {
  const closing = client.close()
  if (pid === null) return closing
  const timers = [
    setTimeout(() => kill(pid, "SIGTERM"), patience.asked),
    setTimeout(() => kill(pid, "SIGKILL"), patience.made),
  ]
  await Promise.race([ended, pause(patience.most, undefined, { ref: false })])
  for (const timer of timers) clearTimeout(timer)
}

/** Over HTTP a lost server is only noticed by asking: what fails before any answer is lost, what is slow is not. */
const probe = (sdk: Sdk, client: Client, drop: () => Promise<void>): (() => void) => {
  let asking = false
  return () => {
    if (asking) return
    asking = true
    client
      .ping({ timeout: 5_000 })
      .catch((error: unknown) => (error instanceof sdk.McpError ? undefined : drop()))
      .finally(() => {
        asking = false
      })
  }
}

const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? ` (${error.cause.message || error.cause.name})` : ""
  return `${error.message.replace(/^MCP error -?\d+: /, "")}${cause}`
}

const endSession = (sdk: Sdk, transport: Transport): Promise<unknown> =>
  transport instanceof sdk.StreamableHTTPClientTransport
    ? Promise.race([
        transport.terminateSession().catch(() => undefined),
        pause(patience.most, undefined, { ref: false }),
      ])
    : Promise.resolve()

/** What is to be known of a connection from the first moment on. */
const watch = (sdk: Sdk, client: Client, said: () => string, values: Readonly<Record<string, string>>) => {
  const state = { lost: false, open: false }
  let resolve = (): void => undefined
  const ended = new Promise<void>((done) => {
    resolve = done
  })
  let complaint: unknown = "its connection ended"
  const drop = async (): Promise<void> => {
    state.lost = true
    await client.close()
  }
  const ask = probe(sdk, client, drop)
  client.onclose = () => {
    state.lost = true
    resolve()
  }
  client.onerror = (error) => {
    complaint = error
    if (state.open) ask()
  }
  const why = (error: unknown = complaint): string =>
    oneLine(without(values, said() === "" ? messageOf(error) : said()), mostShown)
  return { state, ended, drop, why }
}

/**
 * Connects to a server: starts its process, or opens a session over HTTP. Problem `tool-server-failed` {server, why}
 * where it does not start, does not answer in time, or refuses.
 */
export const connect = async (
  config: ServerConfig,
  { environment, onToolsChanged, signal }: ConnectOptions,
): Promise<Outcome<Connection>> => {
  const sdk = await loadSdk()
  const { reach, name } = config
  const values = expanded(reach.by === "stdio" ? reach.env : reach.headers, environment)
  const transport = open(sdk, config, values)
  const client = new sdk.Client({ name: "crossing", version: "1" })
  const { state, ended, drop, why } = watch(sdk, client, lastWords(sdk, transport), values)
  client.setNotificationHandler(sdk.ToolListChangedNotificationSchema, onToolsChanged)
  const connecting = client.connect(transport, { timeout: starting, signal })
  const link = { client, ended, pid: transport instanceof sdk.StdioClientTransport ? transport.pid : null }
  try {
    await connecting
  } catch (error) {
    await close(link)
    return refused("tool-server-failed", { server: name, why: why(error) })
  }
  state.open = reach.by === "http"
  return fine({
    client,
    lost: () => state.lost,
    why,
    drop,
    close: async () => {
      state.lost = true
      await endSession(sdk, transport)
      await close(link)
    },
  })
}
