import type { Db } from "#db/connect.ts"
import { fine, type Outcome } from "#lib/record/problem.ts"
import { knownToolConfig } from "./config.ts"
import { openToolbox, type Toolbox } from "./toolbox.ts"

/** `next dev` loads modules anew on every change; what is open stays with the process. */
const kept = globalThis as typeof globalThis & { crossingToolbox?: Toolbox } // our own key on the global object

/** The process's one toolbox, made when first asked for. Problems: those of `knownToolConfig`. */
export const sharedToolbox = (db: Db): Outcome<Toolbox> => {
  const config = knownToolConfig()
  if (!config.ok) return config
  kept.crossingToolbox ??= openToolbox({ config: config.value, db })
  return fine(kept.crossingToolbox)
}

/** Ends the processes and sessions of all tool servers; the next caller of `sharedToolbox` begins anew. */
export const closeToolbox = async (): Promise<void> => {
  const open = kept.crossingToolbox
  delete kept.crossingToolbox
  await open?.close()
}
