import { reasons } from "#lib/wire/reason.ts"
import { list } from "./listing.ts"

/** `reasons`: why a block is altered, left out or made up. */
export const reasonsCommand = (options: unknown): Promise<number> =>
  list(
    options,
    Object.entries(reasons).map(([id, meaning]) => ({ id, meaning })),
  )
