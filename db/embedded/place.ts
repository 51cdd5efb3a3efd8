import { createHash } from "node:crypto"
import { chmodSync, chownSync, lstatSync, mkdirSync, readFileSync, realpathSync, rmdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { type Account, isOpenTo, serverAccount } from "./account.ts"

/** Where one embedded server keeps its things. */
export type Place = {
  /** The data folder, absolute and real. */
  readonly data: string
  /** The cluster, `pg` in the data folder; made by whoever comes first. */
  readonly cluster: string
  /** Folder of the socket; none where the server listens on loopback (Windows). */
  readonly sockets: string | undefined
  readonly account: Account | undefined
  /** The account cannot reach the cluster by its path, only from a working directory that we give it. */
  readonly closed: boolean
}

/** How a client reaches the server. */
export type Address =
  | { readonly kind: "socket"; readonly path: string }
  | { readonly kind: "loopback"; readonly port: number; readonly password: string }

const pathLimit = process.platform === "darwin" ? 103 : 107 // bytes of a socket's path that the system takes

export const socketIn = (folder: string): string => join(folder, ".s.PGSQL.5432")

const fits = (folder: string): boolean => Buffer.byteLength(socketIn(folder)) <= pathLimit

const ownFolder = (folder: string, account: Account | undefined): Outcome<string> => {
  mkdirSync(folder, { mode: 0o700, recursive: true })
  const uid = account?.uid ?? process.getuid?.()
  const found = lstatSync(folder)
  const ours = found.isDirectory() && (found.uid === uid || (account !== undefined && found.uid === 0))
  if (!ours) return refused("folder-foreign", { folder })
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
  return fine(folder)
}

const socketFolder = (data: string, account: Account | undefined, closed: boolean): Outcome<string> => {
  const beside = join(data, "run")
  if (!closed && fits(beside)) return ownFolder(beside, account)
  const name = `crossing-${createHash("sha256").update(data).digest("hex").slice(0, 16)}`
  const temporary = join(tmpdir(), name)
  return ownFolder(fits(temporary) ? temporary : join("/tmp", name), account)
}

/** Makes the socket's folder again, which the last process out may have removed. */
export const keepSockets = ({ sockets, account }: Place): Outcome<true> => {
  if (sockets === undefined) return fine(true)
  const kept = ownFolder(sockets, account)
  return kept.ok ? fine(true) : kept
}

/** Removes the socket's folder from the system's temporary one; an occupied one stays. */
export const dropSockets = ({ sockets, data }: Place): void => {
  if (sockets === undefined || sockets.startsWith(data)) return
  try {
    rmdirSync(sockets)
  } catch {
    // the next server has moved in already
  }
}

const makeData = (data: string, account: Account | undefined): void => {
  if (mkdirSync(data, { recursive: true }) === undefined) return
  chmodSync(data, account === undefined ? 0o700 : 0o711)
}

const isClosed = (data: string, account: Account | undefined): boolean =>
  account !== undefined && !isOpenTo(data, account)

const fault = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "unknown"

/**
 * Makes the data folder and the socket's folder. Problems: `data-folder-unusable` (cannot be made or written),
 * `data-folder-closed` (run as root where `nobody` cannot reach it), `folder-foreign` (the socket's folder is another
 * user's).
 */
export const preparePlace = (folder: string, loopback: boolean): Outcome<Place> => {
  try {
    const account = serverAccount()
    makeData(folder, account)
    const data = realpathSync(folder)
    const closed = isClosed(data, account)
    if (closed && process.platform !== "linux") return refused("data-folder-closed", { folder: data })
    const base = { data, cluster: join(data, "pg"), account, closed }
    if (loopback) return fine({ ...base, sockets: undefined })
    const sockets = socketFolder(data, account, closed)
    return sockets.ok ? fine({ ...base, sockets: sockets.value }) : sockets
  } catch (error) {
    return refused("data-folder-unusable", { folder, why: fault(error) })
  }
}

/** What `postmaster.pid` says of the server that wrote it last; undefined without one. A pid proves nothing. */
export const announced = (place: Place): { readonly pid: number; readonly address: Address } | undefined => {
  const lines = readIfThere(join(place.cluster, "postmaster.pid"))?.split("\n")
  const [pid, , , port, folder] = lines ?? []
  if (pid === undefined || port === undefined || folder === undefined) return undefined
  if (place.sockets !== undefined)
    return { pid: Number(pid), address: { kind: "socket", path: socketIn(folder) } }
  const password = readIfThere(join(place.cluster, secretFile))?.trim()
  return password === undefined
    ? undefined
    : { pid: Number(pid), address: { kind: "loopback", port: Number(port), password } }
}

/** Holds a loopback server's password, inside the cluster, for its owner alone. */
export const secretFile = "crossing.secret"

export const readIfThere = (file: string): string | undefined => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return undefined
  }
}
