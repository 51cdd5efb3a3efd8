import { v7 } from "uuid"
import { claimRecord, orphaned, releaseRecord } from "#db/claims.ts"
import { inTransaction } from "#db/connect.ts"
import { headOf, readEntries } from "#db/entries.ts"
import { putInput, recordsWithInput, waitingInputs } from "#db/inputs.ts"
import { putObjects } from "#db/objects.ts"
import type { Database } from "#db/open.ts"
import { type Ear, tell } from "#db/signals.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import type { StoredObject } from "#lib/record/record.ts"
import type { Policy } from "../tools/policy.ts"
import type { Toolbox } from "../tools/toolbox.ts"
import { addresseeOf, lastChoice } from "./addressee.ts"
import { verdictOn } from "./calls.ts"
import { type Input, parseInput, printInput } from "./input.ts"
import { recover } from "./recover.ts"
import { runTurn } from "./turn.ts"
import type { Work } from "./work.ts"
import { openWriter, type Writer } from "./writer.ts"

/** What a process brings to the turns that run in it. */
export type PanelOptions = {
  readonly db: Database
  readonly ear: Ear
  readonly toolbox: Toolbox
  readonly policy: (name: string) => Policy
  readonly principal: Work["principal"]
  /** Told of what went wrong beside the record; never holds what was said, or a key. */
  readonly failed: (record: string, error: unknown) => void
}

/** The live side of records: what is said to them, and the turns that answer. */
export type Panel = {
  /** Puts what was said into a record's queue and sees to it that it is answered, here or by whoever is at work there. */
  readonly say: (
    record: string,
    input: Input,
    objects?: readonly StoredObject[],
  ) => Promise<Outcome<{ readonly id: string }>>
  /** Stops the running turn of a record, wherever it runs; nothing where none does. */
  readonly stop: (record: string) => Promise<void>
  /**
   * Decides about a call that was asked for. Problems: `call-not-asked`, `call-decided` {callId}; those of `append`.
   */
  readonly decide: (record: string, callId: string, allowed: boolean, by: string) => Promise<Outcome<true>>
  /** Ends what dead processes left open, and answers what still waits. */
  readonly resume: () => Promise<void>
  /** Stops every turn of this process and waits until they have ended. */
  readonly close: () => Promise<void>
}

type Turn = { readonly done: Promise<void> }

/** The target that the oldest waiting input wants, else the one that was asked last. */
const workOf = async (
  { db, ear, toolbox, policy, principal }: PanelOptions,
  writer: Writer,
  stop: AbortSignal,
): Promise<Outcome<Work>> => {
  const [first] = await waitingInputs(db, writer.record)
  const to = (first === undefined ? undefined : parseInput(first.json).to) ?? lastChoice(writer.entries)
  if (to === undefined) return refused("model-unchosen")
  const addressee = await addresseeOf(db, writer.entries, to)
  return addressee.ok
    ? fine({ db, ear, writer, addressee: addressee.value, toolbox, policy, principal, stop })
    : addressee
}

export const openPanel = (options: PanelOptions): Panel => {
  const { db, ear, failed } = options
  const turns = new Map<string, Turn>()
  const ending = new AbortController()

  /** Answers all that waits in a claimed record. */
  const answerAll = async (record: string, stop: AbortSignal): Promise<void> => {
    const writer = await openWriter(db, record)
    await recover(db, writer)
    while (!stop.aborted && (await waitingInputs(db, record)).length > 0) {
      const work = await workOf(options, writer, stop)
      if (!work.ok) throw new Error(work.problem.id)
      await runTurn(work.value)
    }
  }

  /** Works on a record until nothing waits there, it is stopped, or somebody else is at work on it. */
  const drive = async (record: string, stop: AbortController): Promise<void> => {
    const off = ear.on(record, ({ kind }) => {
      if (kind === "stop") stop.abort()
    })
    try {
      if (!(await claimRecord(db, record))) return // whoever is at work there takes it in
      try {
        await answerAll(record, AbortSignal.any([stop.signal, ending.signal]))
      } finally {
        await releaseRecord(db, record)
      }
    } finally {
      off()
    }
  }

  const start = (record: string): void => {
    if (turns.has(record) || ending.signal.aborted) return
    const stop = new AbortController()
    const again = async (): Promise<void> => {
      turns.delete(record)
      if ((await waitingInputs(db, record)).length > 0) start(record) // said while we were ending, or behind a stop
    }
    const done = drive(record, stop)
      .then(again)
      .catch((error: unknown) => {
        turns.delete(record)
        failed(record, error)
      })
    turns.set(record, { done })
  }

  return {
    say: async (record, input, objects = []) => {
      const id = v7()
      if ((await headOf(db, record)) === undefined) return refused("record-unknown", { record })
      const entries = await readEntries(db, record, { limit: 2_147_483_647, kinds: ["header"] })
      const to = input.to ?? lastChoice(entries)
      if (to === undefined) return refused("model-unchosen")
      const addressee = await addresseeOf(db, entries, to)
      if (!addressee.ok) return addressee
      await inTransaction(db, async (within) => {
        if (objects.length > 0) await putObjects(within, objects)
        await putInput(within, record, { id, json: printInput({ ...input, to }) })
      })
      await tell(db, { kind: "input", record })
      start(record)
      return fine({ id })
    },
    stop: (record) => tell(db, { kind: "stop", record }),
    decide: async (record, callId, allowed, by) => {
      if ((await headOf(db, record)) === undefined) return refused("record-unknown", { record })
      const writer = await openWriter(db, record)
      const asked = writer.entries.findLast(
        (entry) => entry.kind === "permission" && entry.callId === callId && entry.action === "asked",
      )
      if (asked === undefined) return refused("call-not-asked", { callId })
      if (verdictOn(writer.entries, callId, asked.seq) !== undefined)
        return refused("call-decided", { callId })
      const kept = await writer.append([
        { kind: "permission", callId, action: allowed ? "allowed" : "denied", by },
      ])
      return kept.ok ? fine(true) : kept
    },
    resume: async () => {
      for (const record of new Set([...(await orphaned(db)), ...(await recordsWithInput(db))])) start(record)
    },
    close: async () => {
      ending.abort()
      await Promise.all([...turns.values()].map(({ done }) => done))
    },
  }
}
