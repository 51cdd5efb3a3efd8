import { type PlanAsk, planFor } from "#lib/plan/ask.ts"
import { stale } from "#lib/plan/plan.ts"
import type { Draft } from "#lib/record/build.ts"
import type { Entry, Seq } from "#lib/record/entry.ts"
import type { Outcome, Problem } from "#lib/record/problem.ts"
import { bodyOf } from "#lib/sent/body.ts"
import { sectionsOf } from "#lib/sent/order.ts"
import { tokensOfFirst } from "#lib/sent/tokens.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import { askSummary } from "../summary/ask.ts"
import { summaryWritten } from "../summary/outcome.ts"
import type { Work } from "./work.ts"
import type { Writer } from "./writer.ts"

/** Estimated tokens of the next request, as far as it is known. */
const estimated = async ({ writer, addressee }: Work): Promise<number> => {
  const { wire, target } = await writer.wires.next(writer.entries, addressee.target, addressee.policies)
  const body = bodyOf(wire.bytes())
  return tokensOfFirst(body, sectionsOf(target.dialect, body, body)).new
}

const changesHistory: ReadonlySet<Entry["kind"]> = new Set(["compaction", "rewind", "replacement", "undo"])

/** Tokens that the provider counted of the newest request and its reply; 0 where history has changed since, or none were told. */
export const reported = (entries: readonly Entry[]): number => {
  const since = entries.slice(entries.findLastIndex(({ kind }) => changesHistory.has(kind)) + 1)
  const reply = since.findLast((entry) => entry.kind === "message" && entry.usage?.input !== undefined)
  const { input = 0, output = 0 } = (reply?.kind === "message" ? reply.usage : undefined) ?? {}
  return input + output
}

/** Does what was planned for a head of a record that this turn is at work on. Problems: as `applyStored`. */
const applied = async (writer: Writer, ask: PlanAsk, head: Seq): Promise<Outcome<unknown>> => {
  await writer.refresh()
  const plan = planFor(writer.entries.slice(0, head), ask)
  if (!plan.ok) return plan
  const grown = stale(plan.value, writer.entries)
  return grown === undefined ? writer.append(plan.value.drafts) : { ok: false, problem: grown }
}

const compacted = async (
  { db, ear, panel, writer, stop }: Work,
  to: NonNullable<Work["to"]>,
): Promise<Outcome<unknown>> => {
  const { record } = writer
  const asked = await askSummary(panel, db, { record, to })
  if (!asked.ok) return asked
  const { conversation, head } = asked.value
  const written = await summaryWritten(db, ear, { record, conversation }, stop)
  if (stop.aborted) await panel.stop(conversation)
  if (!written.ok) return written
  const { summary, by, prompt } = written.value
  const { chars, truncated } = prompt
  return applied(writer, { kind: "compaction", summary, by, prompt: { chars, truncated } }, head)
}

/** What a person reads of a compaction that came to nothing; no model does. */
const notice = (problem: Problem): Draft => ({
  kind: "message",
  role: "system",
  speaker: { kind: "notice", label: "compaction" },
  audience: "surface",
  blocks: [{ kind: "text", text: `The conversation was not compacted. ${sentenceOf(problem)}` }],
})

/**
 * Compacts a record before a turn's first request where it has come to the share of the window that the settings name: once
 * a turn, so that one that does not help is not tried at every step. Its summary is asked for in a conversation of its own,
 * of the one whom the turn asks. What goes wrong is shown, and the turn goes on without.
 */
export const compactFirst = async (work: Work): Promise<void> => {
  const { addressee, writer, to } = work
  if (addressee.compactAt === undefined || to === undefined) return
  if (reported(writer.entries) < addressee.compactAt && (await estimated(work)) < addressee.compactAt) return
  const done = await compacted(work, to)
  if (!done.ok && done.problem.id !== "plan-empty") await writer.append([notice(done.problem)])
}
