import { spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { linkSync, readlinkSync, realpathSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { type Place, readIfThere } from "./place.ts"

const linuxProcess = (pid: number, cluster: string): boolean => {
  const stat = readIfThere(`/proc/${pid}/stat`)
  if (stat === undefined) return false
  const name = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"))
  const state = stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3)
  if (state === "Z" || state === "X" || name !== "postgres") return false
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
  } catch {
    return true // another user's process; it may be the server
  }
}

const listedProcess = (pid: number): boolean => {
  const { stdout } = spawnSync("ps", ["-o", "stat=,comm=", "-p", String(pid)], { encoding: "utf8" })
  return !stdout.trim().startsWith("Z") && stdout.includes("postgres")
}

/** Whether a process is a living server of this cluster: no zombie, and no other program that got the number again. */
const isServer = (pid: number, cluster: string): boolean => {
  if (process.platform === "win32") return true
  return process.platform === "linux" ? linuxProcess(pid, cluster) : listedProcess(pid)
}

/**
 * Takes away a lock file of a dead server. It is renamed first and looked at again under its new name: in between
 * another starter may have written its own, which must come back.
 */
const drop = (file: string, cluster: string): boolean => {
  const before = readIfThere(file)
  const pid = Number.parseInt(before ?? "", 10)
  if (before === undefined || Number.isNaN(pid) || isServer(Math.abs(pid), cluster)) return false
  const aside = `${file}.${randomBytes(4).toString("hex")}`
  try {
    renameSync(file, aside)
    const stale = readIfThere(aside) === before
    if (!stale) linkSync(aside, file)
    rmSync(aside)
    return stale
  } catch {
    return false // another starter was faster
  }
}

/**
 * Drops lock files that name a dead or recycled process. Contract: called only after postgres itself has refused to
 * start because of them. Returns whether any went.
 */
export const dropStaleLocks = ({ cluster, sockets }: Place): boolean => {
  const files = [join(cluster, "postmaster.pid")]
  if (sockets !== undefined) files.push(join(sockets, ".s.PGSQL.5432.lock"))
  return files.map((file) => drop(file, cluster)).includes(true)
}
