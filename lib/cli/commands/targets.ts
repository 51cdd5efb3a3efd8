import { targets } from "#lib/dialect/targets.ts"
import { list } from "./listing.ts"

/** `targets`: whom a wire can be for. */
export const targetsCommand = (options: unknown): Promise<number> =>
  list(
    options,
    Object.values(targets).map(({ id, label, dialect }) => ({ id, meaning: `${label}, ${dialect} dialect` })),
  )
