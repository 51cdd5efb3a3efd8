import postgres from "postgres"
import { type Address, announced, type Place } from "./place.ts"

/** What stands at the server's address: one that accepts, one that is starting or stopping, or nothing. */
export type Reach = "accepts" | "busy" | "nothing"

/** How postgres.js is to connect to an embedded server. */
export const connection = (address: Address) => ({
  ...(address.kind === "socket"
    ? { path: address.path }
    : { host: "127.0.0.1", port: address.port, password: address.password }),
  user: "crossing",
  database: "postgres",
  ssl: false,
})

const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : ""

/** The application name of connections that only look or leave: they do not count as users of the server. */
export const passerBy = "crossing: passing by"

/** A connection of its own for one short look; ended by the caller. */
export const look = (address: Address) =>
  postgres({
    ...connection(address),
    max: 1,
    connect_timeout: 5,
    fetch_types: false,
    onnotice: () => undefined,
    connection: { application_name: passerBy },
  })

/** Asks the server itself, since a pid file and a socket file may both be left over from a dead one. */
export const probe = async (place: Place): Promise<Reach> => {
  const server = announced(place)
  if (server === undefined) return "nothing"
  const sql = look(server.address)
  try {
    await sql`select 1`
    return "accepts"
  } catch (error) {
    const code = codeOf(error)
    if (code === "53300") return "accepts" // all connections are in use
    return code === "57P03" || code === "57P01" ? "busy" : "nothing"
  } finally {
    await sql.end({ timeout: 1 })
  }
}
