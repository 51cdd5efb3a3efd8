import { v7 } from "uuid"
import { claimRecord, releaseRecord, unattended } from "#db/claims.ts"
import { inTransaction } from "#db/connect.ts"
import { headOf, readEntries } from "#db/entries.ts"
import { putInput, waitingInputs } from "#db/inputs.ts"
import { putObjects } from "#db/objects.ts"
import type { Database } from "#db/open.ts"
import { type Ear, tell } from "#db/signals.ts"
import type { Entry } from "#lib/record/entry.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { noTools, type Toolbox } from "../tools/toolbox.ts"
import { addresseeOf, type Choice, lastChoice } from "./addressee.ts"
import { attending } from "./attending.ts"
import { verdictOn } from "./calls.ts"
import { parseInput, printInput } from "./input.ts"
import type { Panel } from "./panel.ts"
import { recover } from "./recover.ts"
import { refuseTurn } from "./refuse.ts"
import { runTurn } from "./turn.ts"
import type { Addressee, Work } from "./work.ts"
import { openWriter } from "./writer.ts"

/** What a process brings to the turns that run in it. */
export type PanelOptions = {
  readonly db: Database
  readonly ear: Ear
  readonly toolbox: Toolbox
  readonly principal: Work["principal"]
  /** Told of what went wrong beside the record; never holds what was said, or a key. */
  readonly failed: (record: string, error: unknown) => void
  /** Milliseconds, about, between two looks for what dead processes left; default 3,000. */
  readonly lookEvery?: number
}

type Turn = { readonly done: Promise<void> }

export const openPanel = (options: PanelOptions): Panel => {
  const { db, ear, failed } = options
  const turns = new Map<string, Turn>()
  const ending = new AbortController()

  const addresseeFor = async (
    entries: readonly Entry[],
    to: Choice | undefined,
  ): Promise<Outcome<Addressee>> =>
    to === undefined ? refused("model-unchosen") : addresseeOf(db, entries, to)

  /** Answers all that waits in a claimed record, each by whom it is for. */
  const answerAll = async (record: string, stop: AbortSignal): Promise<void> => {
    const { principal } = options
    const writer = await openWriter(db, record)
    await recover(db, writer)
    while (!stop.aborted) {
      const [first] = await waitingInputs(db, record)
      if (first === undefined) return
      const to = parseInput(first.json).to ?? lastChoice(writer.entries)
      const addressee = await addresseeFor(writer.entries, to)
      const taking = { db, writer, ...(to === undefined ? {} : { to }) }
      if (!addressee.ok) await refuseTurn(taking, addressee.problem)
      else {
        const toolbox = to?.bare === true ? noTools : options.toolbox
        await runTurn({ ...taking, ear, addressee: addressee.value, toolbox, panel, principal, stop })
      }
    }
  }

  /** Works on a record until nothing waits there or it is stopped; false where somebody else is at work on it. */
  const drive = async (record: string, stop: AbortController): Promise<boolean> => {
    const off = ear.on(record, ({ kind }) => {
      if (kind === "stop") stop.abort()
    })
    try {
      if (!(await claimRecord(db, record))) return false // whoever is at work there takes it in
      try {
        await answerAll(record, AbortSignal.any([stop.signal, ending.signal]))
        return true
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
    const again = async (worked: boolean): Promise<void> => {
      turns.delete(record)
      if (worked && (await waitingInputs(db, record)).length > 0) start(record) // said while we were ending, or behind a stop
    }
    const done = drive(record, stop)
      .then(again)
      .catch((error: unknown) => {
        turns.delete(record)
        failed(record, error)
      })
    turns.set(record, { done })
  }

  const resume = async (): Promise<void> => {
    for (const record of await unattended(db)) start(record)
  }
  const attendance = attending(options.lookEvery ?? 3_000, resume)

  const panel: Panel = {
    say: async (record, input, objects = []) => {
      const id = v7()
      const head = await headOf(db, record)
      if (head === undefined) return refused("record-unknown", { record })
      if (input.rewind !== undefined && input.rewind.to > head)
        return refused("entry-unknown", { record, seq: input.rewind.to })
      const entries = await readEntries(db, record, { limit: 2_147_483_647, kinds: ["header"] })
      const waiting = (await waitingInputs(db, record)).map(({ json }) => parseInput(json).to)
      const last = waiting.findLast((to) => to !== undefined) ?? lastChoice(entries)
      const addressee = await addresseeFor(entries, input.to ?? last)
      if (!addressee.ok) return addressee
      const isPut = await inTransaction(db, async (within) => {
        const put = await putInput(within, record, { id, json: printInput(input) })
        if (put && objects.length > 0) await putObjects(within, objects)
        return put
      })
      if (!isPut) return refused("record-unknown", { record })
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
    resume,
    close: async () => {
      ending.abort()
      await attendance.close()
      await Promise.all([...turns.values()].map(({ done }) => done))
    },
  }
  return panel
}
