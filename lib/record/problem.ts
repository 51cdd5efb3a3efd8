/**
 * A failure that a user can cause: data with a stable id and facts. Sentences are written at the end, by the view.
 * Contract: `id` is kebab-case and never changes its meaning; facts hold what the sentence needs.
 */
export type Problem = {
  readonly id: string
  readonly facts: { readonly [name: string]: string | number }
}

export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Problem }

export const fine = <Value>(value: Value): Outcome<Value> => ({ ok: true, value })

export const refused = (id: string, facts: Problem["facts"] = {}): { ok: false; problem: Problem } => ({
  ok: false,
  problem: { id, facts },
})
