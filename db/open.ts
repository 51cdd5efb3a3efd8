import { randomBytes } from "node:crypto"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { type Db, embeddedLink, type Link, pool, type Sql, urlLink } from "./connect.ts"
import { leaveServer, type Server, startServer } from "./embedded.ts"
import { codeOf, isConnectionLoss } from "./loss.ts"
import { migrate } from "./migrate.ts"
import { dataFolder, projectRoot } from "./root.ts"

/** An open store. Contract: whoever opens it closes it; queries after `close` fail. */
export type Database = Db & {
  readonly sql: Sql
  /** The application name of its connections: no other process has it, and the server knows whether one is open. */
  readonly name: string
  /** A folder on disk for what is too big for memory; made when first needed. */
  readonly spool: string
  /** Starts the embedded server again where it was lost; the pool then recovers by itself. */
  readonly recover: () => Promise<Outcome<true>>
  /** Ends the connections; the last process out stops the embedded server. */
  readonly close: () => Promise<void>
}

export type OpenOptions = {
  /** Default DATABASE_URL; empty or absent means the embedded server. */
  readonly url?: string
  /** Default CROSSING_DATA, else `.data` in the repository. */
  readonly data?: string
}

const oldest = 150_000 // PostgreSQL 15

type Facts = { readonly version: number; readonly encoding: string }

const check = async (sql: Sql): Promise<Outcome<true>> => {
  const [row] = await sql<Facts[]>`
    select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`
  const { version, encoding } = row ?? { version: 0, encoding: "" }
  if (version < oldest) return refused("database-old", { found: Math.floor(version / 10_000), oldest: 15 })
  return encoding === "UTF8" ? fine(true) : refused("database-encoding", { found: encoding })
}

const attempts = 5

/** Checks and migrates; a server that stops at this moment (the last process out) is started and asked again. */
const prepare = async (sql: Sql, link: Link, again: () => Promise<Outcome<true>>): Promise<Outcome<true>> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const checked = await check(sql)
      return checked.ok ? await migrate(link) : checked
    } catch (error) {
      if (attempt === attempts || !isConnectionLoss(error))
        return refused("database-unreachable", { why: codeOf(error) })
      await sleep(100 * attempt)
      const back = await again()
      if (!back.ok) return back
    }
  }
}

const poolSize = 10

const assemble = async (link: Link, data: string, server: Server | undefined): Promise<Outcome<Database>> => {
  const name = `crossing ${process.pid} ${randomBytes(3).toString("hex")}`
  const sql = pool(link, name, poolSize)
  const recover = async (): Promise<Outcome<true>> => {
    if (server === undefined) return fine(true)
    const started = await startServer(server.place.data, projectRoot(), server.address.kind === "loopback")
    return started.ok ? fine(true) : started
  }
  const close = async (): Promise<void> => {
    await sql.end({ timeout: 5 })
    if (server !== undefined) await leaveServer(server, name)
  }
  const ready = await prepare(sql, link, recover)
  if (ready.ok) return fine({ sql, name, spool: join(data, "spool"), recover, close })
  await close()
  return ready
}

/**
 * Opens the store: connects (starting or adopting the embedded server where no URL is given), checks the server, and
 * brings its tables up to date. Any number of processes may do so at once.
 *
 * Problems: those of `startServer` and `migrate`, and `database-url-invalid`, `database-unreachable`, `database-old`
 * (before PostgreSQL 15), `database-encoding` (not UTF8). No problem holds a password.
 */
export const openDatabase = async (options: OpenOptions = {}): Promise<Outcome<Database>> => {
  const url = options.url ?? process.env.DATABASE_URL ?? ""
  const data = options.data ?? dataFolder()
  if (url !== "") {
    const link = urlLink(url)
    return link.ok ? assemble(link.value, data, undefined) : link
  }
  const server = await startServer(data, projectRoot())
  return server.ok
    ? assemble(embeddedLink(server.value.address), server.value.place.data, server.value)
    : server
}

/** Makes the spool folder, for this user alone. */
export const spoolFolder = ({ spool }: Pick<Database, "spool">): string => {
  mkdirSync(spool, { recursive: true, mode: 0o700 })
  return spool
}
