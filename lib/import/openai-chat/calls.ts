import type { Block } from "#lib/record/block.ts"
import { type Json, listOf, objectOf, stringOf } from "#lib/record/json.ts"
import { type Path, type Places, rawAt } from "../raw.ts"

/** Arguments are a string, kept as it is; where a source wrote an object instead, its own JSON text. */
const argumentsOf = (value: unknown, raw: () => string): string =>
  stringOf(value) ?? (value === undefined || value === null ? "" : raw())

const callOf = (value: unknown, places: Places, path: Path): Block => {
  const call = objectOf(value)
  const free = objectOf(call?.custom)
  const made = objectOf(call?.function)
  const name = stringOf(made?.name) ?? stringOf(free?.name)
  if (call === undefined || name === undefined)
    return { kind: "opaque", source: "chat", json: rawAt(places, path) }
  const callId = stringOf(call.id) ?? ""
  if (made === undefined && free !== undefined)
    return { kind: "tool-call", callId, name, arguments: stringOf(free.input) ?? "", form: "custom" }
  const json = argumentsOf(made?.arguments, () => rawAt(places, [...path, "function", "arguments"]))
  return { kind: "tool-call", callId, name, arguments: json }
}

/** The id that pairs a call of the older form, which has none, with its result: both name the function. */
export const legacyId = (name: string): string => `function_call:${name}`

const legacyCall = (message: Json, places: Places, path: Path): readonly Block[] => {
  const call = objectOf(message.function_call)
  const name = stringOf(call?.name)
  if (call === undefined || name === undefined) return []
  const json = argumentsOf(call.arguments, () => rawAt(places, [...path, "function_call", "arguments"]))
  return [{ kind: "tool-call", callId: legacyId(name), name, arguments: json }]
}

/** The calls of an assistant's message, in order. */
export const callsOf = (message: Json, places: Places, path: Path): readonly Block[] => [
  ...(listOf(message.tool_calls) ?? []).map((call, index) =>
    callOf(call, places, [...path, "tool_calls", index]),
  ),
  ...legacyCall(message, places, path),
]

const signed = (value: unknown): readonly Block[] => {
  const block = objectOf(value)
  const text = stringOf(block?.thinking)
  const data = stringOf(block?.data)
  const signature = stringOf(block?.signature)
  if (block?.type === "redacted_thinking" && data !== undefined)
    return [{ kind: "reasoning", text: "", proof: { kind: "anthropic-redacted", value: data } }]
  if (text === undefined) return []
  return [
    {
      kind: "reasoning",
      text,
      ...(signature ? { proof: { kind: "anthropic-signature", value: signature } } : {}),
    },
  ]
}

/** What the model thought: signed blocks of another provider where a proxy kept them, else the field that vendors add. */
export const reasoningOf = (message: Json): readonly Block[] => {
  const blocks = (listOf(message.thinking_blocks) ?? []).flatMap(signed)
  if (blocks.length > 0) return blocks
  const text = stringOf(message.reasoning_content) ?? stringOf(message.reasoning)
  return text === undefined || text === "" ? [] : [{ kind: "reasoning", text }]
}
