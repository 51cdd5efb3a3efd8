import { v7 } from "uuid"
import { isClaimed } from "#db/claims.ts"
import { inTransaction } from "#db/connect.ts"
import { append, readLog } from "#db/entries.ts"
import { loadObjects } from "#db/objects.ts"
import type { Database } from "#db/open.ts"
import { createRecord } from "#db/records.ts"
import { copySent } from "#db/sent.ts"
import { tell } from "#db/signals.ts"
import type { Target } from "#lib/dialect/targets.ts"
import { type PlanAsk, planFor } from "#lib/plan/ask.ts"
import { type Effect, effectOf } from "#lib/plan/effect.ts"
import { forkHeader } from "#lib/plan/fork.ts"
import { appendedBy, type Plan, stale } from "#lib/plan/plan.ts"
import type { Entry, Seq } from "#lib/record/entry.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import type { RecordLog } from "#lib/record/record.ts"

/** What was planned for a stored record, and what it does to the wire. */
export type PlannedHere = { readonly plan: Plan; readonly effect: Effect }

/** Where an act came to stand: the record (a fork's is new) and its entries there. */
export type Applied = { readonly record: string; readonly head: Seq; readonly seqs: readonly Seq[] }

/** Plans an act for a record as it stands, writing nothing. Problems: `record-unknown` {record}; those of the plan. */
export const planStored = async (
  db: Database,
  record: string,
  ask: PlanAsk,
  target: Target,
): Promise<Outcome<PlannedHere>> => {
  const log = await readLog(db, record)
  if (!log.ok) return log
  const { entries } = log.value
  const plan = planFor(entries, ask)
  if (!plan.ok) return plan
  const { objects } = await loadObjects(db, record)
  return fine({ plan: plan.value, effect: effectOf(entries, plan.value, target, { objects }) })
}

const entriesOf = (entries: readonly Entry[], plan: Plan): readonly Entry[] =>
  appendedBy(entries, plan, { id: v7, at: new Date().toISOString() })

const appendPlanned = async (db: Database, record: string, entries: readonly Entry[], plan: Plan) => {
  const added = entriesOf(entries, plan)
  const head = await append(db, { record, head: plan.head, entries: added })
  if (!head.ok) return head
  await tell(db, { kind: "head", record, head: head.value })
  return fine({ record, head: head.value, seqs: added.map(({ seq }) => seq) })
}

const fork = (db: Database, { header, entries }: RecordLog, plan: Plan): Promise<Outcome<Applied>> => {
  const { through = entries.length } = plan
  const id = v7()
  const added = entriesOf(entries, plan)
  return inTransaction(db, async (within) => {
    const made = await createRecord(within, forkHeader(header, through, { id, at: new Date().toISOString() }))
    if (!made.ok) return made
    const head = await append(within, {
      record: id,
      head: 0,
      entries: [...entries.slice(0, through), ...added],
    })
    if (!head.ok) return head
    await copySent(within, { from: header.id, to: id, through })
    return fine({ record: id, head: head.value, seqs: added.map(({ seq }) => seq) })
  })
}

/**
 * Does what was planned and shown for a record of `head` entries. Problems: `plan-stale` {planned, head, between} where it
 * has grown since; `record-busy` {record}: a turn is at work there, whose replies an act would tear apart; those of the
 * plan.
 */
export const applyStored = async (
  db: Database,
  record: string,
  ask: PlanAsk,
  head: Seq,
): Promise<Outcome<Applied>> => {
  const log = await readLog(db, record)
  if (!log.ok) return log
  const { entries } = log.value
  const plan = planFor(entries.slice(0, head), ask)
  if (!plan.ok) return plan
  const grown = stale(plan.value, entries)
  if (grown !== undefined) return { ok: false, problem: grown }
  if (plan.value.kind === "fork") return fork(db, log.value, plan.value)
  if (await isClaimed(db, record)) return refused("record-busy", { record })
  return appendPlanned(db, record, entries, plan.value)
}
