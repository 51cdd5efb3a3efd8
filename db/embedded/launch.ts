import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { closeSync, openSync, renameSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { program } from "./command.ts"
import type { Native } from "./native.ts"
import { type Place, readIfThere } from "./place.ts"
import { probe } from "./probe.ts"

/** `started`: it accepts. `refused`: postgres ended; `why` is its last word, `passing` whether trying again can help. */
export type Launch =
  | { readonly kind: "started" }
  | { readonly kind: "refused"; readonly why: string; readonly passing: boolean }

/** Another starter, a dead server's locks, its orphaned backends, or a stop that is not yet over. */
const passingWords = /lock file|pre-existing shared memory|is another|already in use|could not create lock/i

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.on("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

const listening = async (sockets: string | undefined): Promise<readonly string[]> => {
  if (sockets === undefined)
    return [
      "-c",
      "listen_addresses=127.0.0.1",
      "-c",
      "unix_socket_directories=",
      "-p",
      String(await freePort()),
    ]
  return ["-k", sockets, "-c", "listen_addresses=", "-c", "unix_socket_permissions=0700", "-p", "5432"]
}

/** Transcripts are confidential: the server's log names no statement and no value. */
const quiet = [
  "-c",
  "log_error_verbosity=terse",
  "-c",
  "log_min_error_statement=panic",
  "-c",
  "log_checkpoints=off",
]

const lastWord = (file: string): string => {
  const lines = (readIfThere(file) ?? "").split("\n").filter((line) => /FATAL|PANIC|error/i.test(line))
  return (lines[0] ?? "no message").replace(/^.*?(FATAL|PANIC):\s*/, "")
}

/**
 * Starts postgres, detached from our session and pipes, with its output in `server.log` of the data folder; waits
 * until it accepts or has ended.
 */
export const launch = async (native: Native, place: Place): Promise<Launch> => {
  const postgres = program("postgres", native, place, place.cluster)
  const log = join(place.data, `server.${process.pid}.${randomBytes(4).toString("hex")}.log`)
  const output = openSync(log, "a", 0o600)
  const child = spawn(
    postgres.file,
    ["-D", postgres.cluster, ...(await listening(place.sockets)), ...quiet],
    {
      ...postgres.options,
      detached: true,
      stdio: ["ignore", output, output],
    },
  )
  closeSync(output)
  child.unref()
  let ended: string | undefined
  child.on("error", (error) => {
    ended = error.message
  })
  child.on("exit", (code, signal) => {
    ended ??= `ended with ${code ?? signal}`
  })
  while (ended === undefined) {
    if ((await probe(place)) === "accepts" && child.exitCode === null) {
      renameSync(log, join(place.data, "server.log"))
      return { kind: "started" }
    }
    await sleep(15)
  }
  const why = lastWord(log)
  const passing = passingWords.test(why)
  rmSync(log, { force: true })
  return { kind: "refused", why, passing }
}
