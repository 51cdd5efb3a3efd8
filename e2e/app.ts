import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { keyVariables } from "#lib/live/key-variables.ts"
import { root } from "./run.ts"

/** The built app as a user starts it: `npm start`'s own script, its own port, its own store. */
export type App = {
  readonly url: string
  /** CROSSING_DATA; other processes may share it. */
  readonly data: string
  readonly child: ChildProcess
  /** All that it wrote so far. */
  readonly said: () => string
  /** Ends it with a signal and gives its exit code; null where the signal itself ended it. */
  readonly end: (signal?: NodeJS.Signals) => Promise<number | null>
  /** Ends it and throws its store away. */
  readonly close: () => Promise<void>
}

export type Start = {
  readonly environment?: Readonly<Record<string, string>>
  /** A data folder to share; without one it has its own, which goes with it. */
  readonly data?: string
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

export const temporary = (): string => mkdtempSync(join(tmpdir(), "crossing-e2e-"))

/** What a developer's own shell may have set and no test should see. */
const unset = {
  ...{ HOST: "", PORT: "", ACCESS_TOKEN: "", DATABASE_URL: "", CROSSING_DATA: "", MAX_IMPORT_BYTES: "" },
  ...Object.fromEntries(["SECRET_KEY", ...keyVariables].map((name) => [name, ""])),
  NODE_OPTIONS: "",
  npm_lifecycle_event: "start", // as under npm it ends when its parent is killed, so none is left over
}

const patience = 60_000

const ready = (child: ChildProcess, said: () => string): Promise<string> =>
  new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`The app did not start in time.\n${said()}`)), patience)
    const look = (): void => {
      const [, url] = /^Crossing is at (\S+)$/m.exec(said()) ?? []
      if (url === undefined) return
      clearTimeout(late)
      resolve(url)
    }
    child.stdout?.on("data", look)
    child.once("exit", (code) =>
      reject(new Error(`The app ended with ${code} before it was ready.\n${said()}`)),
    )
  })

/** Ends the app and the server it runs in a process of its own; the embedded database stands apart and is not hit. */
const signalAll = (child: ChildProcess, signal: NodeJS.Signals): void => {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  if (signal === "SIGKILL") process.kill(-child.pid, signal)
  else child.kill(signal)
}

export const startApp = async ({ environment = {}, data }: Start = {}): Promise<App> => {
  const folder = data ?? temporary()
  const port = String(await freePort())
  const child = spawn(process.execPath, ["--import", "tsx", "lib/cli/serve.ts"], {
    cwd: root,
    env: { ...process.env, ...unset, PORT: port, CROSSING_DATA: folder, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true, // a group of its own, so that all of it can be killed at once
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()))
  const said = (): string => output
  const end = async (signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const gone = once(child, "exit")
    signalAll(child, signal)
    await gone
    return child.exitCode
  }
  const close = async (): Promise<void> => {
    await end()
    if (data === undefined) rmSync(folder, { recursive: true, force: true })
  }
  try {
    return { url: await ready(child, said), data: folder, child, said, end, close }
  } catch (error) {
    await close()
    throw error
  }
}
