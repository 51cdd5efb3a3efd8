import { setTimeout as pause } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { readEntries } from "#db/entries.ts"
import { createRecord } from "#db/records.ts"
import { type Ear, listen } from "#db/signals.ts"
import { must, openTestStore, type TestStore, testHeader } from "#db/test-store.ts"
import type { Entry } from "#lib/record/entry.ts"
import { admissionOf, principalNow, runningNow } from "../principal.ts"
import { openToolbox, type Toolbox } from "../tools/toolbox.ts"
import { openPanel, type Panel } from "./panel.ts"

let store: TestStore
let ear: Ear
let toolbox: Toolbox
let panel: Panel
const failures: unknown[] = []
beforeAll(async () => {
  store = await openTestStore()
  ear = await listen(store.db.sql)
  toolbox = openToolbox({ config: { servers: [], policies: {}, timeoutSeconds: 30 }, db: store.db })
  panel = openPanel({
    db: store.db,
    ear,
    toolbox,
    principal: (before) => principalNow(admissionOf({}), runningNow(), before),
    failed: (_, error) => failures.push(error),
  })
})
afterAll(async () => {
  await panel.close()
  await toolbox.close()
  await ear.close()
  await store.close()
})

const all = (record: string): Promise<readonly Entry[]> => readEntries(store.db, record, { limit: 10_000 })

const until = async (
  record: string,
  test: (entries: readonly Entry[]) => boolean,
): Promise<readonly Entry[]> => {
  for (let times = 0; times < 600; times++) {
    const entries = await all(record)
    if (test(entries)) return entries
    if (failures.length > 0) throw failures[0]
    await pause(50)
  }
  throw new Error("It did not come to that.")
}

const hasEnded = (entries: readonly Entry[]): boolean =>
  entries.some((entry) => entry.kind === "turn" && entry.phase === "end")

const said = (words: string) => ({
  speaker: { kind: "human" as const },
  blocks: [{ kind: "text" as const, text: words }],
  to: { target: "demo" },
})

/** What an entry is, in short. */
const word = (entry: Entry): string => {
  if (entry.kind === "turn" || entry.kind === "step")
    return `${entry.kind} ${entry.phase}${entry.outcome === undefined ? "" : ` ${entry.outcome}`}`
  if (entry.kind === "message") return `${entry.role}: ${entry.blocks.map(({ kind }) => kind).join(" ")}`
  if (entry.kind === "permission") return `permission ${entry.action}`
  return entry.kind
}

describe("a turn with the demo", () => {
  test("is logged from what was said to its end, every request proved before it left", async () => {
    const record = must(await createRecord(store.db, testHeader()))
    must(await panel.say(record, said("Where did we speak of migrations?")))
    const entries = await until(record, hasEnded)
    expect(entries.map(word)).toEqual([
      "turn start",
      "user: text",
      "header",
      "step start",
      "sent",
      "assistant: reasoning text tool-call",
      "step end done",
      "permission allowed",
      "tool: tool-result",
      "step start",
      "sent",
      "assistant: reasoning text",
      "step end done",
      "turn end done",
    ])
    for (const entry of entries) if (entry.kind === "sent") expect(entry.proved).toBe(true)
  })

  test("that is stopped keeps what had arrived, and goes on from there", async () => {
    const record = must(await createRecord(store.db, testHeader()))
    must(await panel.say(record, said("Where did we speak of migrations?")))
    await until(record, (entries) => entries.some(({ kind }) => kind === "sent"))
    await pause(300)
    await panel.stop(record)
    const entries = await until(record, hasEnded)
    expect(entries.map(word).slice(-3)).toEqual([
      "assistant: reasoning",
      "step end stopped",
      "turn end stopped",
    ])
    must(await panel.say(record, said("Go on")))
    const more = await until(record, (now) => now.filter((entry) => entry.kind === "turn").length === 4)
    expect(more.at(-1)).toMatchObject({ kind: "turn", outcome: "done" })
  })
})
