import { v7 } from "uuid"
import { readLog } from "#db/entries.ts"
import type { Database } from "#db/open.ts"
import { createRecord } from "#db/records.ts"
import { cutFor, defaultPreserve } from "#lib/plan/compaction.ts"
import { type PromptFacts, promptFacts, promptTexts, summaryPrompt } from "#lib/plan/summary-prompt.ts"
import type { Entry, Message, Seq } from "#lib/record/entry.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import type { RecordHeader, RecordLog } from "#lib/record/record.ts"
import { version } from "#lib/record/upgrade.ts"
import { titleOf } from "#lib/view/title.ts"
import { scan } from "../secrets/scan.ts"
import { addresseeOf, type Choice } from "../turn/addressee.ts"
import type { Input } from "../turn/input.ts"
import type { Panel } from "../turn/panel.ts"

/** What is to be summarised, and by whom. `again`: the conversation in which it was asked for before. */
export type SummaryAsk = {
  readonly record: string
  /** The entry up to which the record counts; all of it where it is not said. */
  readonly head?: Seq
  /** How many of the newest messages stay as they are; 8 where it is not said. */
  readonly preserve?: number
  readonly to: Choice
  readonly again?: string
}

/** A summary that is being written: where, for which head of the record, and what its writer was given. */
export type SummaryAsked = {
  readonly conversation: string
  readonly head: Seq
  readonly covers: readonly [Seq, Seq]
  readonly prompt: PromptFacts
}

/** Whose words a prompt is: nobody said it, and it crosses as it stands. */
const speaker = { kind: "context", name: "summary-prompt", label: "as-sent" } as const

/** The prompt that a conversation was begun with; undefined where it is no summariser's. */
export const promptIn = (entries: readonly Entry[]): string | undefined => {
  const first = entries.find((entry): entry is Message => entry.kind === "message")
  if (first?.speaker.name !== speaker.name) return undefined
  const [block] = first.blocks
  return block?.kind === "text" ? block.text : undefined
}

type Parent = NonNullable<RecordHeader["parent"]>

const isAskedIn = async (db: Database, conversation: string, { record, seq }: Parent, prompt: string) => {
  const log = await readLog(db, conversation)
  if (!log.ok) return false
  const { parent } = log.value.header
  return parent?.record === record && parent.seq === seq && promptIn(log.value.entries) === prompt
}

const begin = (db: Database, log: RecordLog, parent: Parent): Promise<Outcome<string>> =>
  createRecord(db, {
    kind: "record",
    version,
    id: v7(),
    title: `Summary of ${titleOf(log)}`,
    createdAt: new Date().toISOString(),
    parent,
  })

const saidOf = (blocks: Input["blocks"], { target, model }: Choice): Input => ({
  speaker,
  blocks,
  to: { target, ...(model === undefined ? {} : { model }), bare: true },
})

/**
 * Asks a model for a summary of all but a record's newest messages, in a conversation of its own that begins with the
 * prompt and offers no tools. Asked again where the same was asked for the same head, it goes on in that conversation,
 * from before the reply; else it begins another. Problems: `record-unknown`; `as-of-ahead` {asOf, head}; `plan-empty`
 * {kind}; those of `say`, and nothing is begun then.
 */
export const askSummary = async (
  panel: Pick<Panel, "say">,
  db: Database,
  { record, head, preserve = defaultPreserve, to, again }: SummaryAsk,
): Promise<Outcome<SummaryAsked>> => {
  const log = await readLog(db, record)
  if (!log.ok) return log
  const all = log.value.entries
  if (head !== undefined && head > all.length) return refused("as-of-ahead", { asOf: head, head: all.length })
  const entries = all.slice(0, head)
  const cut = cutFor(entries, preserve)
  if (!cut.ok) return cut
  const addressee = await addresseeOf(db, [], to)
  if (!addressee.ok) return addressee
  const { text } = summaryPrompt(entries, cut.value, await scan(promptTexts(cut.value)))
  const parent = { record, seq: entries.length, how: "subagent" } as const
  const isKnown = again !== undefined && (await isAskedIn(db, again, parent, text))
  const conversation = isKnown ? fine(again) : await begin(db, log.value, parent)
  if (!conversation.ok) return conversation
  const said = await panel.say(conversation.value, saidOf(isKnown ? [] : [{ kind: "text", text }], to))
  if (!said.ok) return said
  return fine({
    conversation: conversation.value,
    head: entries.length,
    covers: cut.value.covers,
    prompt: promptFacts(text),
  })
}
