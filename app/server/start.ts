import { setTimeout as pause } from "node:timers/promises"
import type { Database } from "#db/open.ts"
import { closeShared, database } from "#db/shared.ts"
import { knownTargets } from "#lib/live/targets.ts"
import { knownToolConfig } from "#lib/live/tools/config.ts"
import type { Problem } from "#lib/record/problem.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import { closePanel, sharedPanel } from "./panel.ts"
import { closeStreams } from "./streams.ts"

/** Milliseconds that a stop may take: a supervisor that waits longer is rare, one that kills sooner is not. */
const patience = 800

/** Turns end before the store does: what had arrived of an answer is kept. */
const close = async (): Promise<void> => {
  await closePanel().catch(() => undefined)
  await closeShared().catch(() => undefined)
}

const stop = async (): Promise<never> => {
  closeStreams()
  await Promise.race([close(), pause(patience)])
  process.exit(0)
}

/** A second signal changes nothing: the first one ends the process within `patience`. */
const stopOnSignals = (): void => {
  let stopping = false
  const once = (): void => {
    if (stopping) return
    stopping = true
    void stop()
  }
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, once)
  process.on("disconnect", once) // whoever started this server is gone
}

/** Ends what a dead process left open, and answers what still waits. Tools that cannot be read are said when they are used. */
const resumeTurns = async (db: Database): Promise<void> => {
  const panel = await sharedPanel(db)
  if (panel.ok) await panel.value.resume()
}

const refuse = (problem: Problem, code: number): never => {
  console.error(sentenceOf(problem))
  process.exit(code)
}

const opened = async (): Promise<Database> => {
  const store = await database()
  return store.ok ? store.value : refuse(store.problem, 1)
}

/**
 * Opens the store before the first request, and sees to a quick stop. A server without a store would answer every
 * request with an error, so one that cannot open says why and ends with 1, and one whose targets or tools cannot be read
 * with 2.
 */
export const start = async (): Promise<void> => {
  stopOnSignals()
  const known = knownTargets()
  if (!known.ok) refuse(known.problem, 2)
  const tools = knownToolConfig()
  if (!tools.ok) refuse(tools.problem, 2)
  await resumeTurns(await opened())
  process.send?.({ ready: true })
}
