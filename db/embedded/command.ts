import { spawn } from "node:child_process"
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isOpenTo } from "./account.ts"
import type { Native } from "./native.ts"
import type { Place } from "./place.ts"

/** What the server's programs see of our environment: nothing that could hold a key. */
const environment = (): NodeJS.ProcessEnv => ({
  NODE_ENV: "production",
  PATH: process.env.PATH ?? "",
  LC_ALL: "C",
  TZ: "UTC",
  ...(process.platform === "win32" ? { SystemRoot: process.env.SystemRoot ?? "" } : {}),
})

const shelter = (): string => (existsSync("/var/lib") ? "/var/lib" : tmpdir())

/**
 * The folder of the binaries, as the server's account can reach it. As root in a closed folder (a root user's home, a
 * private temporary folder) they are copied once, since `nobody` could not run them there.
 */
const reachable = (native: Native, place: Place): string => {
  if (place.account === undefined || isOpenTo(native.folder, place.account)) return native.folder
  const copy = join(shelter(), `crossing-postgresql-${native.version}`)
  if (existsSync(copy)) return copy
  const making = `${copy}.${process.pid}`
  mkdirSync(making, { recursive: true, mode: 0o755 })
  cpSync(native.folder, making, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(making, copy)
  } catch {
    rmSync(making, { recursive: true, force: true }) // another starter was first
  }
  return copy
}

export type Program = {
  readonly file: string
  /** The cluster as the program is to be told of it. */
  readonly cluster: string
  readonly options: {
    readonly cwd: string
    readonly env: NodeJS.ProcessEnv
    readonly uid?: number
    readonly gid?: number
    readonly windowsHide: boolean
  }
}

/**
 * A program of the server, for a cluster in `folder`. Where the account cannot pass the cluster's parents, the program
 * gets the cluster as its working directory and knows it by that alone.
 */
export const program = (
  name: "initdb" | "postgres" | "pg_ctl",
  native: Native,
  place: Place,
  folder: string,
): Program => ({
  file: join(reachable(native, place), "bin", process.platform === "win32" ? `${name}.exe` : name),
  cluster: place.closed ? "/proc/self/cwd" : folder,
  options: { cwd: folder, env: environment(), windowsHide: true, ...place.account },
})

export type Ended = { readonly code: number | null; readonly output: string }

/** Runs a program to its end and gives back what it wrote, errors last. `code` null: it could not be run at all. */
export const run = ({ file, options }: Program, args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const child = spawn(file, args, { ...options, stdio: ["ignore", "pipe", "pipe"] })
    let output = ""
    let errors = ""
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.stderr.on("data", (chunk: Buffer) => {
      errors += chunk.toString()
    })
    child.on("error", (error) => resolve({ code: null, output: error.message }))
    child.on("close", (code) => resolve({ code, output: output + errors }))
  })
