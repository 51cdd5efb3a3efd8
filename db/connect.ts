import postgres from "postgres"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import type { Address } from "./embedded/place.ts"
import { connection } from "./embedded/probe.ts"

/** JSON columns come and go as their exact text. */
type Types = { json: string }
export type Sql = postgres.Sql<Types>

/** What every query takes first: the pool, or a transaction of it. */
export type Db = { readonly sql: postgres.ISql<Types> }

/** How to reach a server: postgres.js's own options, or a URL that it reads itself. */
export type Link = {
  readonly url?: string
  readonly options: postgres.Options<Record<string, postgres.PostgresType>>
}

const exactJson = {
  to: 114,
  from: [114],
  serialize: (text: string) => text,
  parse: (text: string) => text,
}

/** A pool of connections under an application name; opens none before the first query, and closes none by itself. */
export const pool = ({ url, options }: Link, name: string, max: number): Sql => {
  const all = {
    ...options,
    max,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: () => undefined,
    connection: { application_name: name },
    types: { json: exactJson },
  }
  return url === undefined ? postgres(all) : postgres(url, all)
}

/** Runs `work` in one transaction, which ends with it; within one already, `work` joins it. */
export const inTransaction = <Value>(db: Db, work: (db: Db) => Promise<Value>): Promise<Value> => {
  if (!("begin" in db.sql)) return work(db)
  const sql = db.sql as Sql // only the pool can begin one
  return sql.begin((transaction) => work({ sql: transaction })) as Promise<Value> // its type unwraps arrays of promises, which `work` never returns
}

export const embeddedLink = (address: Address): Link => ({ options: connection(address) })

/** Parameters of libpq that are none of the server's. */
const clientOnly = [
  "channel_binding",
  "gssencmode",
  "connect_timeout",
  "sslcert",
  "sslkey",
  "host",
  "port",
] as const

const socketOptions = (url: URL, folder: string): Link["options"] => {
  const named = (parameter: string, fallback: string): string =>
    url.searchParams.get(parameter) ?? decodeURIComponent(fallback)
  const user = named("user", url.username)
  const password = named("password", url.password)
  const database = named("dbname", url.pathname.slice(1))
  return {
    path: `${folder}/.s.PGSQL.${named("port", url.port) || "5432"}`,
    ssl: false,
    ...(user === "" ? {} : { user }),
    ...(password === "" ? {} : { password }),
    ...(database === "" ? {} : { database }),
  }
}

const hostless = /^(postgres(?:ql)?:\/\/[^/?]*@)(?=[/?]|$)/ // a user without a host, which libpq takes and URL does not

/**
 * The link of a PostgreSQL URL. A host that is a path, in its place (percent-encoded) or as the parameter `host`, means
 * the socket in that folder; postgres.js would take it for TCP. Problem `database-url-invalid`; the URL is never
 * repeated, since it may hold a password.
 */
export const urlLink = (given: string): Outcome<Link> => {
  const text = given.replace(hostless, "$1localhost")
  if (!URL.canParse(text)) return refused("database-url-invalid")
  const url = new URL(text)
  if (url.protocol !== "postgres:" && url.protocol !== "postgresql:") return refused("database-url-invalid")
  const host = url.searchParams.get("host") ?? decodeURIComponent(url.hostname)
  if (host.startsWith("/")) return fine({ options: socketOptions(url, host) })
  if (url.searchParams.has("host")) {
    const port = url.searchParams.get("port") ?? url.port
    url.host = port === "" ? host : `${host}:${port}`
  }
  for (const parameter of clientOnly) url.searchParams.delete(parameter)
  return fine({ url: url.href, options: {} })
}
