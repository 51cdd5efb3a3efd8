import { importers } from "#lib/import/index.ts"
import { list } from "./listing.ts"

/** `formats`: the transcript formats that are read. */
export const formats = (options: unknown): Promise<number> =>
  list(
    options,
    importers.map(({ id, label }) => ({ id, meaning: label })),
  )
