import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import type { Db } from "#db/connect.ts"
import type { BlockOf } from "#lib/record/block.ts"
import { call } from "#lib/record/build.ts"
import type { ServerConfig, ToolConfig } from "./config.ts"
import { openToolbox, type Ran, type RunOptions, type Toolbox } from "./toolbox.ts"

/** Real MCP servers for tests, each in a process of its own. */

const root = join(import.meta.dirname, "..", "..", "..")
const command = (name: string, ...flags: readonly string[]) => [
  "--import",
  "tsx",
  join(root, "e2e", "fake", "mcp", name),
  ...flags,
]

/** What both servers are given, and what a result must never show where it was not asked for. */
export const token = "fake-token-9c1f"

/** A variable as the file of the configuration has it. */
const taken = (name: string): string => `$\{${name}}`

/** The row of a server that is started over stdio. */
export const overStdio = (name: string, ...flags: readonly string[]): ServerConfig => ({
  name,
  reach: {
    by: "stdio",
    command: process.execPath,
    args: command("stdio.ts", ...flags),
    env: { FAKE_TOKEN: taken("TOKEN") },
    cwd: root,
  },
})

/** The row of a server at a port. */
export const overHttp = (name: string, port: number): ServerConfig => ({
  name,
  reach: {
    by: "http",
    url: `http://127.0.0.1:${port}/mcp`,
    headers: { Authorization: `Bearer ${taken("TOKEN")}` },
  },
})

/** Starts the server over HTTP, on a free port or the one of a server that has ended; gives its port and how to end it. */
export const startHttp = async (port = 0) => {
  const child = spawn(process.execPath, command("http.ts", "--port", String(port)), {
    cwd: root,
    env: { ...process.env, FAKE_TOKEN: token },
    stdio: ["ignore", "pipe", "inherit"],
  })
  const ended = once(child, "exit")
  const [line] = await once(child.stdout, "data")
  return {
    port: Number(String(line)),
    ended,
    stop: async () => {
      child.kill("SIGKILL")
      await ended
    },
  }
}

/** A call of a server's tool, with arguments as a value. */
export const callOf = (server: string, tool: string, given: unknown = {}): BlockOf<"tool-call"> =>
  call("c1", `mcp__${server}__${tool}`, JSON.stringify(given))

/** Opens toolboxes of servers, every tool allowed unless the configuration says otherwise, and closes them all. */
export const opener = (db: () => Db) => {
  const environment = { TOKEN: token, UNTOLD: "not for servers" }
  const boxes: Toolbox[] = []
  const open = (
    servers: readonly ServerConfig[],
    config: Partial<ToolConfig> = {},
    rest: { readonly rest?: number } = {},
  ): Toolbox => {
    const whole = { policies: { "*": "allow" }, timeoutSeconds: 60, ...config, servers } as const
    const box = openToolbox({ config: whole, db: db(), environment, ...rest })
    boxes.push(box)
    return box
  }
  const closeAll = async (): Promise<void> => {
    await Promise.all(boxes.map((box) => box.close()))
  }
  return { open, closeAll } as const
}

/** Runs a call that nobody stops. */
export const run = (
  box: Toolbox,
  asked: BlockOf<"tool-call">,
  options: Partial<RunOptions> = {},
): Promise<Ran> => box.runTool(asked, { signal: new AbortController().signal, ...options })

/** The result of a call that has one, and the first text in it. */
export const answered = async (ran: Promise<Ran>) => {
  const found = await ran
  if (found.outcome !== "answered") throw new Error(found.outcome)
  const [first] = found.result.content
  return { ...found, text: first?.kind === "text" ? first.text : "", isError: found.result.isError }
}
