const lossCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "57P01",
  "57P03",
])

/** The SQLSTATE or system code of an error, also where drizzle has wrapped it; empty without one. */
export const codeOf = (error: unknown): string => {
  const inner = error instanceof Error && error.cause !== undefined ? error.cause : error
  return typeof inner === "object" && inner !== null && "code" in inner ? String(inner.code) : ""
}

/** The server went away or was never there: nothing was executed, or it has been rolled back. */
export const isConnectionLoss = (error: unknown): boolean => lossCodes.has(codeOf(error))
