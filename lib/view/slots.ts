import { type Block, type BlockId, nested } from "#lib/record/block.ts"
import type { Entry } from "#lib/record/entry.ts"
import type { Slot } from "./row.ts"

/** A compaction's summary counts as a text. */
const blockAt = (entry: Slot["entry"], index: number): Block | undefined => {
  if (entry.kind === "message") return entry.blocks[index]
  if (index > 0) return undefined
  return entry.kind === "replacement" ? entry.with : { kind: "text", text: entry.summary }
}

const hasBlocks = (entry: Entry | undefined): entry is Slot["entry"] =>
  entry?.kind === "message" || entry?.kind === "compaction" || entry?.kind === "replacement"

const dot = 46

/** The whole number that begins at an offset of an id, up to its next dot; -1 behind the end. */
const numberAt = (id: BlockId, from: number): number => {
  if (from >= id.length) return -1
  let number = 0
  for (let at = from; at < id.length && id.charCodeAt(at) !== dot; at += 1)
    number = number * 10 + id.charCodeAt(at) - 48
  return number
}

/** The block with an id, and the entry that it is of; undefined where the record, in seq order, has none. */
export const slotAt = (entries: readonly Entry[], id: BlockId): Slot | undefined => {
  const first = id.indexOf(".")
  const entry = entries[numberAt(id, 0) - 1]
  if (!hasBlocks(entry)) return undefined
  const index = numberAt(id, first + 1)
  const block = blockAt(entry, index)
  if (block === undefined) return undefined
  const second = id.indexOf(".", first + 1)
  if (second < 0) return { block, entry, index, inner: undefined }
  const inner = numberAt(id, second + 1)
  const within = nested(block)[inner]
  return within === undefined ? undefined : { block: within, entry, index, inner }
}

/** The record's order of blocks of one entry, nested ones behind what holds them. */
export const inOrder = (a: Slot, b: Slot): number => a.index - b.index || (a.inner ?? -1) - (b.inner ?? -1)
