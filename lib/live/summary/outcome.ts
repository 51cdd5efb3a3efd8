import { readLog } from "#db/entries.ts"
import { waitingInputs } from "#db/inputs.ts"
import type { Database } from "#db/open.ts"
import type { Ear } from "#db/signals.ts"
import { lineOf } from "#lib/line/line.ts"
import type { CompactionAs } from "#lib/plan/compaction.ts"
import { type PromptFacts, promptFacts } from "#lib/plan/summary-prompt.ts"
import type { Entry, EntryOf, Header, Message, Seq } from "#lib/record/entry.ts"
import { fine, type Outcome, type Problem, refused } from "#lib/record/problem.ts"
import { promptIn } from "./ask.ts"

/** A summary that a model wrote, who that was and what it was given: what a compaction says of it. */
export type Written = {
  readonly summary: string
  readonly by: NonNullable<CompactionAs["by"]>
  readonly prompt: PromptFacts
}

/** How it stands with a summary that was asked for. `head`: of the record that it is for. */
export type SummaryState = { readonly head: Seq } & (
  | { readonly is: "running" }
  | { readonly is: "failed"; readonly problem: Problem }
  | ({ readonly is: "written" } & Written)
)

/** A summary that was asked for: the record that it is for, and the conversation that it is written in. */
export type SummaryKey = { readonly record: string; readonly conversation: string }

/** Whom a header asks, as a compaction names its writer. */
export const writerIn = (entries: readonly Entry[]): CompactionAs["by"] => {
  const header = entries.findLast((entry): entry is Header => entry.kind === "header")
  if (header === undefined) return undefined
  const { provider, model } = header.target
  const { maxTokens } = header.params
  return { provider, model, ...(maxTokens === undefined ? {} : { maxTokens }) }
}

const newestReply = (entries: readonly Entry[]): Message | undefined => {
  const item = lineOf(entries).items.findLast(
    (each) => each.kind === "message" && each.entry.speaker.kind === "agent",
  )
  return item?.kind === "message" ? item.entry : undefined
}

const wordsOf = ({ blocks }: Message): string =>
  blocks.map((block) => (block.kind === "text" ? block.text : "")).join("")

/** Why a turn that has ended brought no summary; undefined where it brought one. */
const trouble = (
  { outcome, error }: EntryOf<"turn">,
  reply: Message | undefined,
): Outcome<never> | undefined => {
  if (outcome === "error") return refused("summary-failed", error ?? { kind: "empty-reply", message: "" })
  if (outcome !== "done") return refused("summary-stopped")
  if (reply?.stop === "length") return refused("summary-cut")
  return reply === undefined || wordsOf(reply).trim() === ""
    ? refused("summary-failed", { kind: "empty-reply", message: "" })
    : undefined
}

const written = (entries: readonly Entry[], prompt: string): Outcome<Written> | undefined => {
  const turn = entries.findLast((entry): entry is EntryOf<"turn"> => entry.kind === "turn")
  if (turn?.phase !== "end") return undefined
  const reply = newestReply(entries)
  const by = writerIn(entries)
  const why = trouble(turn, reply)
  if (why !== undefined) return why
  return reply === undefined || by === undefined
    ? refused("summary-failed", { kind: "model-unchosen", message: "" })
    : fine({ summary: wordsOf(reply), by, prompt: promptFacts(prompt) })
}

/**
 * How it stands with a summary. Problem `summary-unknown` {record, conversation}: none was asked for there. A summary that
 * failed has a problem of its own: `summary-failed` {kind, message}, `summary-stopped`, `summary-cut`.
 */
export const summaryState = async (
  db: Database,
  { record, conversation }: SummaryKey,
): Promise<Outcome<SummaryState>> => {
  const waits = (await waitingInputs(db, conversation)).length > 0 // before the record: what is taken in between is there
  const log = await readLog(db, conversation)
  const parent = log.ok ? log.value.header.parent : undefined
  const entries = log.ok ? log.value.entries : []
  const prompt = promptIn(entries)
  if (parent?.record !== record || parent.seq === undefined || (prompt === undefined && !waits))
    return refused("summary-unknown", { record, conversation })
  const head = parent.seq
  const found = waits || prompt === undefined ? undefined : written(entries, prompt)
  if (found === undefined) return fine({ head, is: "running" })
  return fine(
    found.ok ? { head, is: "written", ...found.value } : { head, is: "failed", problem: found.problem },
  )
}

/** Milliseconds until it is looked again without a signal: a conversation may have been deleted. */
const patience = 5_000

/** A summary as soon as it is written. Problems: those of one that failed; `summary-stopped` where nobody waits any more. */
export const summaryWritten = async (
  db: Database,
  ear: Ear,
  key: SummaryKey,
  stop: AbortSignal,
): Promise<Outcome<Written>> => {
  let wake = (): void => undefined
  const off = ear.on(key.conversation, ({ kind }) =>
    kind === "deltas" || kind === "drafted" ? undefined : wake(),
  )
  const left = (): void => wake()
  stop.addEventListener("abort", left, { once: true })
  const looks = setInterval(left, patience).unref()
  try {
    while (!stop.aborted) {
      const woken = new Promise<void>((resolve) => (wake = resolve)) // before looking, so that nothing falls between
      const state = await summaryState(db, key)
      if (!state.ok) return state
      if (state.value.is === "failed") return { ok: false, problem: state.value.problem }
      if (state.value.is === "written") return fine(state.value)
      if (!stop.aborted) await woken
    }
    return refused("summary-stopped")
  } finally {
    clearInterval(looks)
    off()
    stop.removeEventListener("abort", left)
  }
}
