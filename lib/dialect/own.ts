import { raw } from "#lib/wire/writer.ts"
import { claimOf, droppedOf } from "./claims.ts"
import type { SettledPart } from "./settle.ts"
import type { Shapes } from "./speech.ts"
import type { TurnPart } from "./turn.ts"

/** Blocks that cross as their provider wrote them or not at all; `api` is that of the dialect. */
export const ownPart = (
  part: Extract<SettledPart, { readonly is: "native" | "opaque" | "dropped" }>,
  shapes: Shapes,
  api: string,
): TurnPart => {
  if (part.is === "dropped") return part
  const json = part.is === "native" ? part.json : shapes.opaque(part.held.block, "assistant")
  return json === undefined
    ? { is: "dropped", claim: droppedOf(part.held, "opaque-foreign") }
    : { is: "element", piece: raw(json, claimOf(part.held, [], { native: api })) }
}
