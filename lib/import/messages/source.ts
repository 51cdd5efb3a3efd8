import type { Block } from "#lib/record/block.ts"
import type { StoredObject } from "#lib/record/record.ts"
import { type Path, type Places, rawAt } from "../raw.ts"

/** What is known of a content block before it is read. */
export type BlockSource = {
  readonly value: unknown
  /** Where its own JSON text stands. */
  readonly places: Places
  readonly path: Path
  readonly role: "user" | "assistant"
  /** The tool that a call id of this record names; undefined where no such call is known. */
  readonly toolOf: (callId: string) => string | undefined
}

/** A block's own JSON text, or that of a part of it, verbatim. */
export const rawBlock = ({ places, path }: BlockSource, ...within: Path): string =>
  rawAt(places, within.length === 0 ? path : [...path, ...within])

/** One block of ours, and the objects it names. `repaired` says what was put right. */
export type BlockReading = {
  readonly block: Block
  readonly objects: readonly StoredObject[]
  readonly repaired?: string
}
