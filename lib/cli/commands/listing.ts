import { z } from "zod"
import { columns, writeJson, writeLines } from "../output.ts"

/** One line of a listing: an id, and what it means in one line. */
export type Listed = { readonly id: string; readonly meaning: string } & Readonly<Record<string, unknown>>

const options = z.object({ json: z.boolean().default(false) })

/** Prints a listing: a line each, or with `--json` the array of `{id, meaning}` with what else is known of each. */
export const list = async (given: unknown, items: readonly Listed[]): Promise<number> => {
  if (options.parse(given).json) await writeJson(items)
  else await writeLines(columns(items.map(({ id, meaning }) => [id, meaning])))
  return 0
}
