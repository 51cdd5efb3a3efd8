import { setTimeout as sleep } from "node:timers/promises"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { program, run } from "./embedded/command.ts"
import { ensureCluster } from "./embedded/create.ts"
import { launch } from "./embedded/launch.ts"
import { findNative, type Native } from "./embedded/native.ts"
import {
  type Address,
  announced,
  dropSockets,
  keepSockets,
  type Place,
  preparePlace,
} from "./embedded/place.ts"
import { look, passerBy, probe } from "./embedded/probe.ts"
import { dropStaleLocks } from "./embedded/stale.ts"

/** A running embedded server, started or adopted by us. */
export type Server = { readonly place: Place; readonly native: Native; readonly address: Address }

const patience = 15_000 // orphaned backends of a killed server can hold its memory for seconds
const recovery = 300_000 // a server that replays its log after a crash is busy, not dead

type Attempt = { readonly done: Outcome<true> } | { readonly why: string }

const attempt = async (native: Native, place: Place): Promise<Attempt> => {
  const cluster = await ensureCluster(native, place)
  if (!cluster.ok) return { done: cluster }
  const sockets = keepSockets(place)
  if (!sockets.ok) return { done: sockets }
  const launched = await launch(native, place)
  if (launched.kind === "started") return { done: fine(true) }
  if (!launched.passing)
    return { done: refused("database-start-failed", { why: launched.why, folder: place.data }) }
  if ((await probe(place)) === "nothing") dropStaleLocks(place)
  return { why: launched.why }
}

const untilReady = async (native: Native, place: Place): Promise<Outcome<true>> => {
  const began = Date.now()
  let why = "no answer"
  for (;;) {
    const reach = await probe(place)
    if (reach === "accepts") return fine(true)
    if (reach === "nothing") {
      const tried = await attempt(native, place)
      if ("done" in tried) return tried.done
      why = tried.why
    }
    if (Date.now() - began > (reach === "busy" ? recovery : patience))
      return refused("database-start-failed", { why, folder: place.data })
    await sleep(50 + Math.random() * 100)
  }
}

/**
 * The embedded server of a data folder: adopted where one runs, else started, its cluster created where there is none.
 * Any number of processes may call this at once. `root` is the folder that holds `node_modules`; `loopback` makes it
 * listen on 127.0.0.1 with a password instead of a socket (Windows has no choice).
 *
 * Problems: `database-platform`, `data-folder-unusable`, `data-folder-closed`, `folder-foreign`,
 * `database-create-failed`, `database-version-other`, `database-start-failed`.
 */
export const startServer = async (
  folder: string,
  root: string,
  loopback = process.platform === "win32",
): Promise<Outcome<Server>> => {
  const native = findNative(root)
  if (!native.ok) return native
  const place = preparePlace(folder, loopback)
  if (!place.ok) return place
  const ready = await untilReady(native.value, place.value)
  if (!ready.ok) return ready
  const server = announced(place.value)
  if (server === undefined) return startServer(folder, root, loopback) // stopped again by a process that left just now
  return fine({ place: place.value, native: native.value, address: server.address })
}

const othersThere = async (address: Address, own: string): Promise<boolean> => {
  const sql = look(address)
  try {
    const [row] = await sql<{ others: number }[]>`
      select count(*)::int as others from pg_stat_activity
      where backend_type = 'client backend' and application_name not in (${passerBy}, ${own})`
    return (row?.others ?? 0) > 0
  } finally {
    await sql.end({ timeout: 1 })
  }
}

const halt = async ({ native, place }: Server, pid: number): Promise<void> => {
  if (process.platform !== "win32") process.kill(pid, "SIGINT")
  else {
    const control = program("pg_ctl", native, place, place.cluster)
    await run(control, ["stop", "-D", control.cluster, "-m", "fast"])
  }
}

/**
 * Stops the server where nobody else is connected to it. Call it after the pool has ended; `own` is the
 * application name that the pool used, whose last connection may still be going down. Returns whether the server was stopped.
 */
export const leaveServer = async (server: Server, own: string): Promise<boolean> => {
  try {
    for (let looks = 0; await othersThere(server.address, own); looks += 1) {
      if (looks === 3) return false // those who leave at the same moment are gone by then
      await sleep(20)
    }
    const pid = announced(server.place)?.pid
    if (pid === undefined) return false
    await halt(server, pid)
    for (let waited = 0; waited < 10_000; waited += 10) {
      if (announced(server.place)?.pid !== pid) {
        dropSockets(server.place)
        return true
      }
      await sleep(10)
    }
    return false
  } catch {
    return false // it is gone already, or another process stops it at this moment
  }
}
