import type { Header } from "#lib/record/entry.ts"
import { array, object, type Piece, raw } from "#lib/wire/writer.ts"
import { made } from "./claims.ts"
import type { Context } from "./context.ts"
import {
  droppedField,
  extraFields,
  type Field,
  fromHeader,
  principalText,
  systemText,
  toolPieces,
  within,
} from "./head.ts"
import { clean } from "./unicode.ts"

const generation = (context: Context, header: Header): readonly Field[] => {
  const { maxTokens, temperature, topP, stop, thinking } = header.params
  const fields: Field[] = []
  const number = (key: string, path: string, value: ReturnType<typeof within>) => {
    if (value !== undefined) fields.push([key, raw(value.json, fromHeader(header, path, value.reason))])
  }
  if (maxTokens !== undefined) number("maxOutputTokens", "/params/maxTokens", { json: String(maxTokens) })
  number("temperature", "/params/temperature", within(temperature, 0, context.target.hottest))
  number("topP", "/params/topP", within(topP, 0, 1))
  if (stop !== undefined) number("stopSequences", "/params/stop", { json: JSON.stringify(stop.map(clean)) })
  if (thinking?.budget !== undefined && thinking.mode === "enabled")
    number("thinkingConfig", "/params/thinking", { json: `{"thinkingBudget":${thinking.budget}}` })
  return fields.length === 0 ? [] : [["generationConfig", object(fields)]]
}

/** Parameters that Gemini has no field for. */
const unknown = (header: Header): readonly Field[] => {
  const { effort, parallel, thinking } = header.params
  const fields: Field[] = []
  if (effort !== undefined) fields.push(droppedField(header, "/params/effort", "param-unknown"))
  if (parallel !== undefined) fields.push(droppedField(header, "/params/parallel", "param-unknown"))
  if (thinking !== undefined && !(thinking.mode === "enabled" && thinking.budget !== undefined))
    fields.push(droppedField(header, "/params/thinking", "param-unknown"))
  return fields
}

const system = (context: Context): readonly Field[] => {
  const text = systemText(context.header)
  const principal = principalText(context.header)
  const parts = [
    ...(text === undefined ? [] : [raw(`{"text":${JSON.stringify(text.text)}}`, text.claim)]),
    ...(principal === undefined ? [] : [raw(`{"text":${JSON.stringify(principal)}}`, made("principal"))]),
  ]
  const blank =
    context.header?.system !== undefined && text === undefined
      ? [droppedField(context.header, "/system", "text-blank")]
      : []
  return parts.length === 0 ? blank : [["systemInstruction", object([["parts", array(parts)]])], ...blank]
}

const modes: { readonly [choice: string]: string } = { auto: "AUTO", none: "NONE", required: "ANY" }

const tools = (context: Context): readonly Field[] => {
  const pieces = toolPieces(
    context,
    (name, description, schema) =>
      `{"name":${name}${description === undefined ? "" : `,"description":${description}`},"parametersJsonSchema":${schema}}`,
  )
  if (pieces.length === 0) return []
  const declarations: Piece = array([object([["functionDeclarations", array(pieces)]])])
  return [["tools", declarations]]
}

const choice = (context: Context, header: Header): readonly Field[] => {
  const { toolChoice } = header.params
  if (toolChoice === undefined) return []
  const path = "/params/toolChoice"
  if ((header.tools ?? []).length === 0) return [droppedField(header, path, "param-refused")]
  const config =
    typeof toolChoice === "object"
      ? `{"mode":"ANY","allowedFunctionNames":[${JSON.stringify(context.names(toolChoice.tool))}]}`
      : `{"mode":${JSON.stringify(modes[toolChoice])}}`
  return [["toolConfig", raw(`{"functionCallingConfig":${config}}`, fromHeader(header, path))]]
}

/** Fields of a generateContent body before `contents`, in wire order; the model stands in the URL. */
export const geminiHead = (context: Context): readonly Field[] => {
  const { header } = context
  const fields: Field[] = []
  if (header !== undefined) fields.push(...generation(context, header), ...unknown(header))
  fields.push(...system(context), ...tools(context))
  if (header !== undefined) fields.push(...choice(context, header))
  return [...fields, ...extraFields(context, new Set([...fields.map(([key]) => key), "contents"]))]
}
