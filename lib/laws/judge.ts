import type { Target } from "#lib/dialect/targets.ts"
import type { Options } from "#lib/project.ts"
import type { RecordLog } from "#lib/record/record.ts"
import { laws } from "./index.ts"
import type { Broken, Law, Seen, Subject } from "./law.ts"
import { see } from "./seen.ts"

/** What became of one record on one target. `seen` is undefined where no wire came out that could be read. */
export type Verdict = {
  readonly target: string
  readonly broken: readonly Fault[]
  readonly seen: Seen | undefined
}

/** A broken law, or what was thrown while it was checked. */
export type Fault = Broken | { readonly law: "throws"; readonly at: string; readonly says: string }

const thrown = (at: string, error: unknown): Fault => ({
  law: "throws",
  at,
  says:
    error instanceof Error
      ? (error.stack ?? error.message).split("\n").slice(0, 4).join(" | ")
      : String(error),
})

const checked = (law: Law, seen: Seen, subject: Subject): readonly Fault[] => {
  try {
    return law.check(seen, subject)
  } catch (error) {
    return [thrown(law.id, error)]
  }
}

/** Holds one record against every law on one target. */
export const judge = (
  subject: Subject,
  record: RecordLog,
  target: Target,
  options: Options,
  only = laws,
): Verdict => {
  try {
    const seen = see(subject, record, target, options)
    return { target: target.id, broken: only.flatMap((law) => checked(law, seen, subject)), seen }
  } catch (error) {
    return { target: target.id, broken: [thrown("project", error)], seen: undefined }
  }
}

/** A verdict's faults, one a line. */
export const sentences = ({ target, broken }: Verdict): readonly string[] =>
  broken.map(({ law, at, says }) => `${target} ${law} ${at}: ${says}`)
