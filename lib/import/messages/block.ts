import type { Block } from "#lib/record/block.ts"
import { type Json, listOf, objectOf, stringOf } from "#lib/record/json.ts"
import { documentBlock, imageBlock } from "./media.ts"
import { isServerCall, isServerResult, serverCall, serverResult } from "./server.ts"
import { type BlockReading, type BlockSource, rawBlock } from "./source.ts"
import { toolCall, toolResult } from "./tool.ts"

export const api = "messages"

const only = (block: Block): BlockReading => ({ block, objects: [] })

/** What has no kind here, or no place under its role, kept verbatim. */
const opaque = (source: BlockSource): BlockReading =>
  only({ kind: "opaque", source: api, json: rawBlock(source) })

const text = (value: Json, source: BlockSource): BlockReading => {
  const words = stringOf(value.text)
  if (words === undefined) return opaque(source)
  const cited = (listOf(value.citations)?.length ?? 0) > 0
  return only({ kind: "text", text: words, ...(cited ? { native: { api, json: rawBlock(source) } } : {}) })
}

const thinking = (value: Json, source: BlockSource): BlockReading => {
  const words = stringOf(value.thinking)
  if (words === undefined || source.role === "user") return opaque(source)
  const signature = stringOf(value.signature)
  const proof = signature ? ({ kind: "anthropic-signature", value: signature } as const) : undefined
  return only({ kind: "reasoning", text: words, ...(proof && { proof }) })
}

const redacted = (value: Json, source: BlockSource): BlockReading => {
  const data = stringOf(value.data)
  if (data === undefined || source.role === "user") return opaque(source)
  return only({ kind: "reasoning", text: "", proof: { kind: "anthropic-redacted", value: data } })
}

/**
 * A content block of the Messages API as one of ours. Never fails: what is not understood comes back as `opaque`, with
 * its text verbatim; a bare string in the list counts as text and is repaired.
 */
export const blockOf = (source: BlockSource): BlockReading => {
  if (typeof source.value === "string")
    return { block: { kind: "text", text: source.value }, objects: [], repaired: "text-bare" }
  const value = objectOf(source.value)
  if (value === undefined) return opaque(source)
  const type = stringOf(value.type) ?? ""
  const agent = source.role === "assistant"
  if (type === "text") return text(value, source)
  if (type === "thinking") return thinking(value, source)
  if (type === "redacted_thinking") return redacted(value, source)
  if (type === "tool_use") return (agent && toolCall(value, source)) || opaque(source)
  if (type === "tool_result") return toolResult(value, source)
  if (type === "image") return imageBlock(value) ?? opaque(source)
  if (type === "document") return documentBlock(value, source) ?? opaque(source)
  if (agent && isServerCall(type)) return serverCall(value, source) ?? opaque(source)
  if (agent && isServerResult(type, value)) return serverResult(value, source)
  return opaque(source)
}
