import { type Block, nested } from "#lib/record/block.ts"
import type { Entry } from "#lib/record/entry.ts"
import type { Slot } from "./row.ts"

const withNested = (id: string, block: Block, place: Slot["in"]): readonly Slot[] => [
  { id, block, in: place, nested: false },
  ...nested(block).map(
    (inner, index): Slot => ({ id: `${id}.${index}`, block: inner, in: place, nested: true }),
  ),
]

/** The blocks of an entry in their order, nested ones behind what holds them; a compaction's summary counts as a text. */
export const slotsOf = (entry: Entry): readonly Slot[] => {
  if (entry.kind === "message")
    return entry.blocks.flatMap((block, index) =>
      withNested(`${entry.seq}.${index}`, block, { is: "message", entry }),
    )
  if (entry.kind === "replacement")
    return withNested(`${entry.seq}.0`, entry.with, { is: "replacement", entry })
  if (entry.kind === "compaction")
    return [
      {
        id: `${entry.seq}.0`,
        block: { kind: "text", text: entry.summary },
        in: { is: "summary", entry },
        nested: false,
      },
    ]
  return []
}
