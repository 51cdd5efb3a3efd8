import type { Problem } from "#lib/record/problem.ts"
import { sentenceOf } from "#lib/view/problems.ts"

/** HTTP status by problem; what is not named here is the asker's mistake: 400. */
const statuses: { readonly [id: string]: number } = {
  "record-unknown": 404,
  "import-unknown": 404,
  "object-missing": 404,
  "object-unknown": 404,
  "raw-missing": 404,
  "raw-none": 404,
  "entry-unknown": 404,
  "row-unknown": 404,
  "sent-unknown": 404,
  "summary-unknown": 404,
  "method-refused": 405,
  "stale-head": 409,
  "record-exists": 409,
  "record-busy": 409,
  "call-not-asked": 409,
  "call-decided": 409,
  "plan-stale": 409,
  "plan-empty": 422,
  "undo-not-in-force": 422,
  "body-too-large": 413,
  "document-too-large": 413,
  "file-binary": 415,
  "file-empty": 422,
  "format-unknown": 422,
  "json-invalid": 422,
  "capture-missing": 422,
  "object-damaged": 500,
  "database-unreachable": 503,
  internal: 500,
  "setting-invalid": 503,
  "token-needed": 503,
}

export const statusOf = (problem: Problem): number => statuses[problem.id] ?? 400

/** The one shape of a refusal. */
export const problemBody = (problem: Problem) => ({
  error: { id: problem.id, message: sentenceOf(problem), facts: problem.facts },
})

/** A refusal as an answer; never kept by a cache. */
export const problemAnswer = (problem: Problem, status: number = statusOf(problem)): Response =>
  Response.json(problemBody(problem), { status, headers: { "cache-control": "no-store" } })
