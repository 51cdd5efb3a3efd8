import type { Block } from "#lib/record/block.ts"
import type { Message, Speaker } from "#lib/record/entry.ts"
import { listOf, objectOf } from "#lib/record/json.ts"
import type { StoredObject } from "#lib/record/record.ts"
import type { Path, Places } from "../raw.ts"
import { blockOf } from "./block.ts"

/** The content of one message: blocks in order, objects they name, and what was put right, if anything. */
export type Content = {
  readonly blocks: readonly Block[]
  readonly objects: readonly StoredObject[]
  readonly repaired?: string
}

export type ContentSource = {
  readonly role: "user" | "assistant"
  readonly places: Places
  /** Where the content stands in the text that `places` knows. */
  readonly path: Path
  readonly toolOf: (callId: string) => string | undefined
}

/** A server call and its result stand in one message. */
const alsoHere = (items: readonly unknown[], toolOf: ContentSource["toolOf"]): ContentSource["toolOf"] => {
  const here = new Map<string, string>()
  for (const item of items) {
    const { id, name } = objectOf(item) ?? {}
    if (typeof id === "string" && typeof name === "string") here.set(id, name)
  }
  return here.size === 0 ? toolOf : (callId) => here.get(callId) ?? toolOf(callId)
}

/** A message's content, a string or a list of blocks; undefined where it is neither. */
export const contentOf = (value: unknown, source: ContentSource): Content | undefined => {
  if (typeof value === "string") return { blocks: [{ kind: "text", text: value }], objects: [] }
  const items = listOf(value)
  if (items === undefined) return undefined
  const { role, places, path } = source
  const toolOf = items.length > 1 ? alsoHere(items, source.toolOf) : source.toolOf
  const read = items.map((value, index) => blockOf({ value, places, path: [...path, index], role, toolOf }))
  const repaired = read.find((one) => one.repaired !== undefined)?.repaired
  return {
    blocks: read.map((one) => one.block),
    objects: read.flatMap((one) => one.objects),
    ...(repaired === undefined ? {} : { repaired }),
  }
}

/** Blocks that stand beside one another under one role, said by one speaker. */
export type Part = {
  readonly role: Message["role"]
  readonly speaker: Speaker
  readonly blocks: readonly Block[]
}

const isResult = (block: Block): boolean => block.kind === "tool-result" && block.providerExecuted !== true

const same = (a: Speaker, b: Speaker): boolean =>
  a.kind === b.kind && a.name === b.name && a.label === b.label

/**
 * A foreign message with results and text, or with words of several speakers, becomes several of ours, in its own order;
 * an empty one stays one. Results stand under `tool`, all else under the message's own role.
 */
export const partsOf = (
  blocks: readonly Block[],
  role: "user" | "assistant",
  speakerOf: (block: Block | undefined) => Speaker,
): readonly Part[] => {
  const parts: { role: Message["role"]; speaker: Speaker; blocks: Block[] }[] = []
  for (const block of blocks) {
    const result = isResult(block)
    const own = result ? "tool" : role
    const speaker: Speaker = result ? { kind: "tool" } : speakerOf(block)
    const last = parts.at(-1)
    if (last !== undefined && last.role === own && same(last.speaker, speaker)) last.blocks.push(block)
    else parts.push({ role: own, speaker, blocks: [block] })
  }
  return parts.length === 0 ? [{ role, speaker: speakerOf(undefined), blocks: [] }] : parts
}
