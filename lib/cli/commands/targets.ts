import { targetOf } from "#lib/dialect/targets.ts"
import { knownTargets } from "#lib/live/targets.ts"
import { fail } from "../fail.ts"
import { list } from "./listing.ts"

/** `targets`: whom a wire can be for, ours and those of CROSSING_TARGETS; for machines with every column. */
export const targetsCommand = async (options: unknown): Promise<number> => {
  const known = knownTargets()
  if (!known.ok) return fail(known.problem)
  return list(
    options,
    known.value.map((target) => {
      const { id, label, dialect, like } = target
      const yours = target === targetOf(id) ? "" : `, yours${like === id ? "" : `, like ${like}`}`
      return { id, meaning: `${label}, ${dialect} dialect${yours}`, row: target }
    }),
  )
}
