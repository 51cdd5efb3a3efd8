"use server"
import { z } from "zod"
import { countForDeletion, type DeletionCounts } from "#db/deletion.ts"
import { withDatabase } from "#db/shared.ts"
import { stopAndDelete } from "#lib/live/deleting.ts"
import type { Outcome, Problem } from "#lib/record/problem.ts"
import { refused } from "#lib/record/problem.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import { forget } from "./opened.ts"

export type DeletionAnswer =
  | { readonly ok: true; readonly counts: DeletionCounts }
  | { readonly ok: false; readonly problem: Problem; readonly sentence: string }

const recordId = z.string().min(1).max(200)

const refusal = (problem: Problem): DeletionAnswer => ({ ok: false, problem, sentence: sentenceOf(problem) })

const answer = (outcome: Outcome<Outcome<DeletionCounts>>): DeletionAnswer => {
  if (!outcome.ok) return refusal(outcome.problem)
  return outcome.value.ok ? { ok: true, counts: outcome.value.value } : refusal(outcome.value.problem)
}

const unknown = (input: unknown): DeletionAnswer =>
  refusal(refused("record-unknown", { record: String(input).slice(0, 200) }).problem)

/** What deleting a record would take away; changes nothing. */
export const countDeletion = async (record: string): Promise<DeletionAnswer> => {
  const id = recordId.safeParse(record)
  return id.success ? answer(await withDatabase((db) => countForDeletion(db, id.data))) : unknown(record)
}

/** Stops a record's turn and deletes it with everything that only it names; answers with what went. */
export const deleteRecord = async (record: string): Promise<DeletionAnswer> => {
  const id = recordId.safeParse(record)
  if (!id.success) return unknown(record)
  const done = answer(await withDatabase((db) => stopAndDelete(db, id.data)))
  if (done.ok) forget(id.data)
  return done
}
