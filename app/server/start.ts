import { setTimeout as pause } from "node:timers/promises"
import { closeShared, database } from "#db/shared.ts"
import { knownTargets } from "#lib/live/targets.ts"
import { knownToolConfig } from "#lib/live/tools/config.ts"
import { closeToolbox } from "#lib/live/tools/shared.ts"
import type { Problem } from "#lib/record/problem.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import { closeStreams } from "./streams.ts"

/** Milliseconds that a stop may take: a supervisor that waits longer is rare, one that kills sooner is not. */
const patience = 800

const stop = async (): Promise<never> => {
  closeStreams()
  const closed = Promise.allSettled([closeToolbox(), closeShared()])
  await Promise.race([closed, pause(patience)])
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

const refuse = (problem: Problem, code: number): never => {
  console.error(sentenceOf(problem))
  process.exit(code)
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
  const opened = await database()
  if (!opened.ok) refuse(opened.problem, 1)
  process.send?.({ ready: true })
}
