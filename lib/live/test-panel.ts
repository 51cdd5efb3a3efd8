import { setTimeout as pause } from "node:timers/promises"
import { readEntries } from "#db/entries.ts"
import type { Database } from "#db/open.ts"
import { listen } from "#db/signals.ts"
import type { Entry } from "#lib/record/entry.ts"
import { admissionOf, principalNow, runningNow } from "./principal.ts"
import type { Policies } from "./tools/policy.ts"
import { openToolbox, type Toolbox } from "./tools/toolbox.ts"
import type { Choice } from "./turn/addressee.ts"
import type { Input } from "./turn/input.ts"
import { openPanel } from "./turn/open-panel.ts"
import type { Panel } from "./turn/panel.ts"

/** What tests of the live side share: processes with panels, and ways to wait for what they do. */

/** A process: its connections, its ear, its tools, its panel. */
export type Node = { readonly panel: Panel; readonly close: () => Promise<void> }

type NodeOptions = {
  readonly policies?: Policies
  /** In place of the usual tools. */
  readonly tools?: Toolbox
  readonly lookEvery?: number
  /** Told of what goes wrong beside records, in place of `failures`: for a process that is to die. */
  readonly failed?: (error: unknown) => void
}

/** What went wrong beside records, in all processes of a test file. */
export const failures: unknown[] = []

export const openNode = async (
  db: Database,
  { policies = {}, tools, lookEvery, failed = (error) => failures.push(error) }: NodeOptions = {},
): Promise<Node> => {
  const ear = await listen(db.sql)
  const toolbox = tools ?? openToolbox({ config: { servers: [], policies, timeoutSeconds: 30 }, db })
  const panel = openPanel({
    db,
    ear,
    toolbox,
    principal: (before) => principalNow(admissionOf({}), runningNow(), before),
    failed: (_, error) => failed(error),
    ...(lookEvery === undefined ? {} : { lookEvery }),
  })
  const close = async (): Promise<void> => {
    await panel.close()
    await toolbox.close()
    await ear.close()
  }
  return { panel, close }
}

export const entriesOf = (db: Database, record: string): Promise<readonly Entry[]> =>
  readEntries(db, record, { limit: 10_000 })

/** The entries of a record as soon as they are as wanted. Throws what went wrong beside them, and after half a minute. */
export const until = async (
  db: Database,
  record: string,
  test: (entries: readonly Entry[]) => boolean,
): Promise<readonly Entry[]> => {
  for (let times = 0; times < 600; times++) {
    const entries = await entriesOf(db, record)
    if (test(entries)) return entries
    if (failures.length > 0) throw failures[0]
    await pause(50)
  }
  throw new Error("It did not come to that.")
}

/** Whether so many turns have ended. */
export const haveEnded =
  (turns: number) =>
  (entries: readonly Entry[]): boolean =>
    entries.filter((entry) => entry.kind === "turn" && entry.phase === "end").length >= turns

export const said = (words: string, to: Choice = { target: "demo" }): Input => ({
  speaker: { kind: "human" },
  blocks: [{ kind: "text", text: words }],
  to,
})

/** What an entry is, in short. */
export const word = (entry: Entry): string => {
  if (entry.kind === "turn" || entry.kind === "step")
    return `${entry.kind} ${entry.phase}${entry.outcome === undefined ? "" : ` ${entry.outcome}`}`
  if (entry.kind === "message") return `${entry.role}: ${entry.blocks.map(({ kind }) => kind).join(" ")}`
  if (entry.kind === "permission") return `permission ${entry.action}`
  return entry.kind
}
