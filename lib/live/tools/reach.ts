import { type Outcome, refused } from "#lib/record/problem.ts"
import type { ServerConfig } from "./config.ts"
import { type Connection, connect } from "./connection.ts"

export type ReachOptions = {
  readonly config: ServerConfig
  /** Milliseconds for which a server that could not be reached is left alone. */
  readonly rest?: number
  readonly environment?: { readonly [name: string]: string | undefined }
  readonly onToolsChanged: () => void
}

/**
 * Keeps one connection to a server. `reach` gives it, and makes it where there is none yet; one that was lost is made
 * anew, once, and where that fails not again before `rest` is over. Two that ask at once get the same. Problem
 * `tool-server-failed` {server, why}.
 */
export const reacher = ({
  config,
  rest = 30_000,
  environment = process.env,
  onToolsChanged,
}: ReachOptions) => {
  const stopped = new AbortController()
  let current: Promise<Outcome<Connection>> | undefined
  let failedAt = Number.NEGATIVE_INFINITY

  const begin = async (): Promise<Outcome<Connection>> => {
    const reached = await connect(config, { environment, onToolsChanged, signal: stopped.signal })
    if (!reached.ok) failedAt = performance.now()
    else if (stopped.signal.aborted) await reached.value.close()
    return reached
  }

  const reach = async (): Promise<Outcome<Connection>> => {
    if (stopped.signal.aborted)
      return refused("tool-server-failed", { server: config.name, why: "it was stopped" })
    const seen = current
    const held = await seen
    if (held?.ok === true && !held.value.lost()) return held
    if (held?.ok === false && performance.now() - failedAt < rest) return held
    if (current === seen || current === undefined) current = begin()
    return current
  }

  const close = async (): Promise<void> => {
    stopped.abort("stopped")
    const held = await current
    if (held?.ok === true) await held.value.close()
  }

  return { reach, close } as const
}
