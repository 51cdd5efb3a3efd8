import type { Header } from "#lib/record/entry.ts"
import { array, json, object, type Piece, raw } from "#lib/wire/writer.ts"
import type { Context } from "./context.ts"
import {
  asJson,
  blankSystem,
  droppedField,
  type Field,
  fromHeader,
  systemRuns,
  toolPieces,
  valuedFields,
  withExtra,
  within,
} from "./head.ts"
import { clean } from "./unicode.ts"

const generation = (context: Context, header: Header): readonly Field[] => {
  const { maxTokens, temperature, topP, stop, thinking } = header.params
  const budget = thinking?.mode === "enabled" ? thinking.budget : undefined
  const fields = valuedFields(header, [
    ["maxOutputTokens", "/params/maxTokens", asJson(maxTokens)],
    ["temperature", "/params/temperature", within(temperature, 0, context.target.hottest)],
    ["topP", "/params/topP", within(topP, 0, 1)],
    ["stopSequences", "/params/stop", asJson(stop?.map(clean))],
    [
      "thinkingConfig",
      "/params/thinking",
      asJson(budget === undefined ? undefined : { thinkingBudget: budget }),
    ],
  ])
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

const system = ({ header }: Context): readonly Field[] => {
  const parts = systemRuns(header).map(({ text, claim }) => json(claim)`{"text":${text}}`)
  const field = ["systemInstruction", json()`{"parts":${array(parts)}}`] as const
  return [...(parts.length === 0 ? [] : [field]), ...blankSystem(header)]
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
  return withExtra(context, fields, "contents")
}
