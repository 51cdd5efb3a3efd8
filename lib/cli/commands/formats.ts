import { importers } from "#lib/import/index.ts"
import { list } from "./listing.ts"

/** `formats`: the transcript formats that are read, each once whatever forms its files have. */
export const formats = (options: unknown): Promise<number> => {
  const labels = new Map<string, readonly string[]>()
  for (const { format, label } of importers) labels.set(format, [...(labels.get(format) ?? []), label])
  return list(
    options,
    [...labels].map(([id, each]) => ({ id, meaning: each.join("; ") })),
  )
}
