"use server"
import { z } from "zod"
import type { Db } from "#db/connect.ts"
import { withDatabase } from "#db/shared.ts"
import { type Model, models } from "#lib/live/models.ts"
import { removeKey, storeKey, storePreferences } from "#lib/live/set-provider.ts"
import type { Outcome, Problem } from "#lib/record/problem.ts"
import { refused } from "#lib/record/problem.ts"
import { sentenceOf } from "#lib/view/problems.ts"

export type Refusal = { readonly ok: false; readonly problem: Problem; readonly sentence: string }
export type SettingAnswer = { readonly ok: true } | Refusal
export type ModelsAnswer = { readonly ok: true; readonly models: readonly Model[] } | Refusal

const target = z.string().min(1).max(100)
const forTarget = z.strictObject({ target })
const forKey = z.strictObject({ target, key: z.string().max(10_000) })
const forPreferences = z.strictObject({ target, preferences: z.unknown() })

const refusal = (problem: Problem): Refusal => ({ ok: false, problem, sentence: sentenceOf(problem) })

/** What does not fit is named by no value of it, since a key may be among them. */
const unfit = (): Refusal =>
  refusal(refused("preference-invalid", { field: "the form", why: "it is not what this page sends" }).problem)

/** Reads what a form sent, and works on the store with it. */
const answered = async <Input, Value, Answer>(
  schema: z.ZodType<Input>,
  given: unknown,
  work: (db: Db, input: Input) => Promise<Outcome<Value>>,
  answer: (value: Value) => Answer,
): Promise<Answer | Refusal> => {
  const input = schema.safeParse(given)
  if (!input.success) return unfit()
  const done = await withDatabase((db) => work(db, input.data))
  if (!done.ok) return refusal(done.problem)
  return done.value.ok ? answer(done.value.value) : refusal(done.value.problem)
}

const changed = (): SettingAnswer => ({ ok: true })

/** Stores a target's key; nothing of it is answered. */
export const setKey = async (given: z.input<typeof forKey>): Promise<SettingAnswer> =>
  answered(forKey, given, (db, input) => storeKey(db, input.target, input.key), changed)

/** Takes a target's stored key away. */
export const dropKey = async (given: z.input<typeof forTarget>): Promise<SettingAnswer> =>
  answered(forTarget, given, (db, input) => removeKey(db, input.target), changed)

/** Stores where a target's requests go and what they ask for, all of it at once. */
export const setPreferences = async (given: z.input<typeof forPreferences>): Promise<SettingAnswer> =>
  answered(
    forPreferences,
    given,
    (db, input) => storePreferences(db, input.target, input.preferences),
    changed,
  )

/** Asks a target's provider for its models, with the key and the base URL that are stored. */
export const listModels = async (given: z.input<typeof forTarget>): Promise<ModelsAnswer> =>
  answered(
    forTarget,
    given,
    (db, input) => models(db, input.target),
    (found) => ({ ok: true, models: found }),
  )
