import { withGiven } from "#lib/dialect/targets/given.ts"
import { type Target, targets } from "#lib/dialect/targets.ts"
import { fine, type Outcome, refused } from "#lib/record/problem.ts"
import { sentenceOf } from "#lib/view/problems.ts"
import { givenFile } from "./given-file.ts"

/**
 * Our rows with those of a file of the user's; a path that is blank or absent names none. `from`: where the user was.
 * Problems: `targets-unreadable` {file, why}, `targets-invalid` {file, field, why}.
 */
export const readTargets = (path = "", from?: string): Outcome<readonly Target[]> => {
  const file = path.trim()
  if (file === "") return fine(targets)
  const given = givenFile(file, from)
  return given.ok
    ? withGiven(targets, given.text, file)
    : refused("targets-unreadable", { file, why: given.why })
}

const kept = globalThis as typeof globalThis & { crossingTargets?: Outcome<readonly Target[]> } // our own key on the global object

/** Whom a wire can be for, here: read once and kept with the process. */
export const knownTargets = (): Outcome<readonly Target[]> => {
  kept.crossingTargets ??= readTargets(process.env.CROSSING_TARGETS, process.env.INIT_CWD)
  return kept.crossingTargets
}

/** A target by its id. Problems: those of `readTargets`, `target-unknown` {target}. */
export const targetNamed = (id: string): Outcome<Target> => {
  const known = knownTargets()
  if (!known.ok) return known
  const target = known.value.find((row) => row.id === id)
  return target === undefined ? refused("target-unknown", { target: id }) : fine(target)
}

/** Every target. Throws where the user's file does not fit, which a start or a command has said before. */
export const allTargets = (): readonly Target[] => {
  const known = knownTargets()
  if (!known.ok) throw new Error(sentenceOf(known.problem))
  return known.value
}
