import { type Answer, answer } from "./answer.ts"
import type { Connection } from "./connection.ts"
import { loadSdk } from "./sdk.ts"

/** What became of a call to a server's tool. */
export type Called =
  | { readonly how: "answered"; readonly answer: Answer }
  /** The server, or what stands before it, answered that it will not; `why` is in its words. */
  | { readonly how: "refused"; readonly why: string }
  /** It could not be reached, so nothing was run. */
  | { readonly how: "down"; readonly why: string }
  /** No sign of life for as long as a tool may be silent; the server was told. */
  | { readonly how: "late" }
  /** The caller's signal fired; the server was told. */
  | { readonly how: "cancelled" }
  /** It went while it was at work, so nobody knows what it did. */
  | { readonly how: "died"; readonly why: string }

export type CallOptions = {
  readonly signal: AbortSignal
  /** Called for each sign of progress, with the server's words where it gives some. */
  readonly onProgress?: (message: string | undefined) => void
}

export type ServerCall = {
  readonly tool: string
  readonly given: Readonly<Record<string, unknown>>
}

const never = 2_147_483_647 // milliseconds: the library's own clock would tell its time-out from no answer of a server

/** Whether an error shows that a call never reached the server: no connection was made, or the session was not known. */
const neverArrived = async (error: unknown): Promise<boolean> => {
  const { StreamableHTTPError } = await loadSdk()
  if (error instanceof StreamableHTTPError) return error.code === 404
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED"
}

const failed = async (connection: Connection, error: unknown): Promise<Called> => {
  const { McpError, StreamableHTTPError } = await loadSdk()
  if (connection.lost()) return { how: "died", why: connection.why() }
  if (error instanceof McpError || error instanceof StreamableHTTPError)
    return { how: "refused", why: connection.why(error) }
  if (!(error instanceof TypeError)) return { how: "refused", why: "its answer is not of the protocol" }
  await connection.drop() // a fetch that broke off
  return { how: "died", why: connection.why(error) }
}

/**
 * Sends one call and waits for its answer, at most `patience` milliseconds from the last sign of life. `never-arrived`
 * where it is certain that the server did not get it.
 */
export const send = async (
  connection: Connection,
  { tool, given }: ServerCall,
  { signal, onProgress, patience }: CallOptions & { readonly patience: number },
): Promise<Called | "never-arrived"> => {
  const stop = new AbortController() // of this call alone: the caller's signal may fire when it is long answered
  let ended: "late" | "cancelled" | undefined
  const end = (how: "late" | "cancelled"): void => {
    ended ??= how
    stop.abort(how === "late" ? "no answer in time" : "stopped by the user")
  }
  const silence = setTimeout(() => end("late"), patience)
  const cancel = (): void => end("cancelled")
  signal.addEventListener("abort", cancel, { once: true })
  try {
    const request = { method: "tools/call", params: { name: tool, arguments: given } } as const
    const found = await connection.client.request(request, answer, {
      signal: stop.signal,
      timeout: never,
      onprogress: ({ message }) => {
        silence.refresh()
        onProgress?.(message)
      },
    })
    return { how: "answered", answer: found }
  } catch (error) {
    if (ended !== undefined) return { how: ended }
    return (await neverArrived(error)) ? "never-arrived" : failed(connection, error)
  } finally {
    clearTimeout(silence)
    signal.removeEventListener("abort", cancel)
  }
}
