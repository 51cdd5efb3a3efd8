const lossCodes = new Set([
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "57P01",
  "57P03",
])

const innerOf = (error: unknown): object => {
  const inner = error instanceof Error && error.cause !== undefined ? error.cause : error // drizzle wraps the server's error
  return typeof inner === "object" && inner !== null ? inner : {}
}

/** The SQLSTATE or system code of an error; empty without one. */
export const codeOf = (error: unknown): string => {
  const inner = innerOf(error)
  return "code" in inner ? String(inner.code) : ""
}

/** A socket that is gone, as against any other file that is not there. */
const isSocketGone = (error: unknown): boolean => {
  const inner = innerOf(error)
  return codeOf(error) === "ENOENT" && "syscall" in inner && inner.syscall === "connect"
}

/** The server went away or was never there: nothing was executed, or it has been rolled back. */
export const isConnectionLoss = (error: unknown): boolean =>
  lossCodes.has(codeOf(error)) || isSocketGone(error)
