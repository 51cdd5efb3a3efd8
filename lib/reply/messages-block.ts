import type { Block } from "#lib/record/block.ts"
import type { Draft } from "./draft.ts"
import { type Json, objectOf, objectText, parsed, partsOf, stringOf } from "./json.ts"

/** A content block between its beginning and its end. */
export type OpenBlock = {
  /** Its place among ours; undefined for a text that has said nothing yet. */
  at: number | undefined
  /** What it began as. */
  readonly value: Json
  readonly json: string
  /** JSON texts of what its text cites. */
  readonly citations: string[]
}

const held = new Set(["type", "id", "name", "input", "cache_control", "caller"])

/** Whether a call holds more than our fields do. A direct caller is what every call has. */
const holdsMore = (value: Json): boolean =>
  Object.keys(value).some((key) => !held.has(key)) ||
  (value["caller"] !== undefined && objectOf(value["caller"])?.["type"] !== "direct")

/** A call as its provider has it, with the arguments that came after its beginning. */
const callText = (json: string, input: string): string | undefined =>
  objectOf(parsed(input)) === undefined
    ? undefined
    : objectText(partsOf(json).map((part) => (part.key === "input" ? { ...part, json: input } : part)))

/** The provider's own JSON of a finished text or call; undefined where our fields hold all of it. */
export const nativeOf = (
  block: Block | undefined,
  { value, json, citations }: OpenBlock,
): string | undefined => {
  if (block?.kind === "text" && citations.length > 0)
    return `{"type":"text","text":${JSON.stringify(block.text)},"citations":[${citations.join(",")}]}`
  if (block?.kind === "tool-call" && (block.providerExecuted === true || holdsMore(value)))
    return callText(json, block.arguments)
  return undefined
}

/** A piece of a block that has no kind here: its strings go on with those of the block, other values take their place. */
export const opaqueWith = (draft: Draft, at: number, delta: string): void => {
  const block = draft.blocks[at]
  if (block?.kind !== "opaque") return
  const parts = new Map(partsOf(block.json).map(({ key, json }) => [key, json]))
  for (const { key, json } of partsOf(delta)) {
    if (key === "type") continue
    const before = stringOf(parsed(parts.get(key) ?? ""))
    const piece = stringOf(parsed(json))
    parts.set(key, before === undefined || piece === undefined ? json : JSON.stringify(before + piece))
  }
  draft.blocks[at] = { ...block, json: objectText([...parts].map(([key, json]) => ({ key, json }))) }
}
