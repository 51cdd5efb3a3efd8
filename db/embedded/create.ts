import { randomBytes } from "node:crypto"
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { program, run } from "./command.ts"
import type { Native } from "./native.ts"
import { type Place, readIfThere, secretFile } from "./place.ts"

const lastLine = (output: string): string => output.trim().split("\n").at(-1) ?? ""

const own = (path: string, { account }: Place): void => {
  if (account !== undefined) chownSync(path, account.uid, account.gid)
}

/** Password log-in where the server listens on loopback, which every user of the machine can reach. */
const login = (
  place: Place,
  making: string,
): { readonly args: readonly string[]; readonly keep: () => void } => {
  if (place.sockets !== undefined) return { args: ["--auth=trust"], keep: () => undefined }
  const secret = randomBytes(24).toString("base64url")
  const file = `${making}.secret`
  writeFileSync(file, secret, { mode: 0o600 })
  own(file, place)
  const keep = (): void => {
    const kept = join(making, secretFile)
    renameSync(file, kept)
  }
  return { args: ["--auth=scram-sha-256", `--pwfile=${file}`], keep }
}

const initialise = async (native: Native, place: Place, making: string): Promise<Outcome<true>> => {
  mkdirSync(making, { mode: 0o700 })
  own(making, place)
  const { args, keep } = login(place, making)
  const initdb = program("initdb", native, place, making)
  const ended = await run(initdb, [
    "-D",
    initdb.cluster,
    "-U",
    "crossing",
    ...args,
    "--encoding=UTF8",
    "--locale=C",
    "--no-instructions",
  ])
  if (ended.code === null)
    return refused("database-platform", { package: "PostgreSQL", why: lastLine(ended.output) })
  if (ended.code !== 0) return refused("database-create-failed", { why: lastLine(ended.output) })
  keep()
  return fine(true)
}

/**
 * Makes the cluster where there is none: beside its place, then renamed, so that of several starters one wins and no
 * half-made cluster is ever seen. Problems: `database-create-failed`, `database-platform` (the binaries do not run
 * here), `database-version-other` (the folder is of another major version of PostgreSQL).
 */
export const ensureCluster = async (native: Native, place: Place): Promise<Outcome<true>> => {
  if (!existsSync(place.cluster)) {
    const making = `${place.cluster}.${process.pid}.${randomBytes(4).toString("hex")}`
    const made = await initialise(native, place, making)
    if (made.ok) {
      try {
        renameSync(making, place.cluster)
      } catch (error) {
        if (!existsSync(place.cluster)) throw error // else another starter was first
      }
    }
    rmSync(making, { recursive: true, force: true })
    rmSync(`${making}.secret`, { force: true })
    if (!made.ok) return made
  }
  const found = Number.parseInt(readIfThere(join(place.cluster, "PG_VERSION")) ?? "", 10)
  if (found === native.major) return fine(true)
  return refused("database-version-other", {
    folder: place.cluster,
    found: String(found),
    expected: native.major,
  })
}
