import { type Piece, raw } from "#lib/wire/writer.ts"
import { made } from "./claims.ts"
import type { Context } from "./context.ts"

/**
 * Declarations of the tools that history uses and the header does not hold, with an open object schema, in order of
 * first use, where the row demands them. `shape` as in `toolPieces`.
 */
export const undeclared = (
  context: Context,
  shape: (name: string, description: string | undefined, schema: string) => string,
): readonly Piece[] => {
  const { target, header, rounds, names, left } = context
  if (!target.declares) return []
  const known = new Set((header?.tools ?? []).map((tool) => names(tool.name)))
  const missing: string[] = []
  for (const segment of rounds.segments) {
    if (segment.kind !== "response") continue
    for (const { held, result } of segment.calls) {
      const unfinished = held.block.providerExecuted === true && result === undefined
      const name = names(held.block.name)
      if (unfinished || left.calls.has(held.id) || known.has(name)) continue
      known.add(name)
      missing.push(name)
    }
  }
  return missing.map((name) =>
    raw(shape(JSON.stringify(name), undefined, '{"type":"object"}'), made("tool-undeclared", { tool: name })),
  )
}
