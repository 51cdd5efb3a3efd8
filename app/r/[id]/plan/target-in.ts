import { allTargets } from "#lib/live/targets.ts"
import type { Query } from "../search.ts"

/** The target that a page's query names; undefined where it names none that there is. */
export const targetIn = ({ target }: Query): string | undefined =>
  allTargets().find(({ id }) => id === target)?.id
