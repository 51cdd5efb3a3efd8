import type { Problem } from "#lib/record/problem.ts"
import { sentenceOf } from "#lib/view/problems.ts"

/** Says what went wrong, in one sentence on standard error; 2 is the exit code of misuse and of bad files. */
export const fail = (problem: Problem): 2 => {
  console.error(sentenceOf(problem))
  return 2
}
