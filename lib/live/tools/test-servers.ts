import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import type { BlockOf } from "#lib/record/block.ts"
import { call } from "#lib/record/build.ts"
import type { ServerConfig } from "./config.ts"

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
