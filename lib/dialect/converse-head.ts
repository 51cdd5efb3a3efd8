import type { Header } from "#lib/record/entry.ts"
import { array, json, object, type Piece, raw } from "#lib/wire/writer.ts"
import type { Context } from "./context.ts"
import type { HeadFacts } from "./dialect.ts"
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
import { undeclared } from "./undeclared.ts"
import { clean } from "./unicode.ts"

const inference = (context: Context, header: Header): readonly Field[] => {
  const { maxTokens, temperature, topP, stop } = header.params
  const fields = valuedFields(header, [
    ["maxTokens", "/params/maxTokens", asJson(maxTokens)],
    ["temperature", "/params/temperature", within(temperature, 0, context.target.hottest)],
    ["topP", "/params/topP", within(topP, 0, 1)],
    ["stopSequences", "/params/stop", asJson(stop?.map(clean))],
  ])
  return fields.length === 0 ? [] : [["inferenceConfig", object(fields)]]
}

/** `anthropic/thinking-budget` holds behind Bedrock too. */
const thinking = (header: Header, { thinkingOff }: HeadFacts): readonly Field[] => {
  const { thinking: asked, maxTokens } = header.params
  if (asked === undefined) return []
  const path = "/params/thinking"
  if (thinkingOff) return [droppedField(header, path, "thinking-off")]
  const { mode, budget } = asked
  const budgeted = budget !== undefined && budget >= 1024 && maxTokens !== undefined && budget < maxTokens
  if (mode !== "enabled" || !budgeted) return [droppedField(header, path, "param-refused")]
  const fields = `{"thinking":{"type":"enabled","budget_tokens":${budget}}}`
  return [["additionalModelRequestFields", raw(fields, fromHeader(header, path))]]
}

const unknown = (header: Header): readonly Field[] => [
  ...(header.params.effort === undefined ? [] : [droppedField(header, "/params/effort", "param-unknown")]),
  ...(header.params.parallel === undefined
    ? []
    : [droppedField(header, "/params/parallel", "param-unknown")]),
]

const system = ({ header }: Context): readonly Field[] => {
  const parts = systemRuns(header).map(({ text, claim }) => json(claim)`{"text":${text}}`)
  return [...(parts.length === 0 ? [] : [["system", array(parts)] as const]), ...blankSystem(header)]
}

const choices: { readonly [choice: string]: string | undefined } = {
  auto: '{"auto":{}}',
  required: '{"any":{}}',
}

const spec = (name: string, description: string | undefined, schema: string): string =>
  `{"toolSpec":{"name":${name}${description === undefined ? "" : `,"description":${description}`},"inputSchema":{"json":${schema}}}}`

/** `bedrock/tool-config`: every tool that history uses is declared. */
const tools = (context: Context): readonly Field[] => {
  const { header } = context
  const pieces: Piece[] = [...toolPieces(context, spec), ...undeclared(context, spec)]
  const toolChoice = header?.params.toolChoice
  const refuse = (): readonly Field[] =>
    header === undefined || toolChoice === undefined
      ? []
      : [droppedField(header, "/params/toolChoice", "param-refused")]
  if (pieces.length === 0) return refuse()
  const fields: Field[] = [["tools", array(pieces)]]
  if (header === undefined || toolChoice === undefined) return [["toolConfig", object(fields)]]
  const chosen =
    typeof toolChoice === "object"
      ? `{"tool":{"name":${JSON.stringify(context.names(toolChoice.tool))}}}`
      : choices[toolChoice]
  if (chosen === undefined) return [["toolConfig", object(fields)], ...refuse()]
  return [
    [
      "toolConfig",
      object([...fields, ["toolChoice", raw(chosen, fromHeader(header, "/params/toolChoice"))]]),
    ],
  ]
}

/** Fields of a Converse body before `messages`, in wire order; the model stands in the URL. */
export const converseHead = (context: Context, facts: HeadFacts): readonly Field[] => {
  const { header } = context
  const fields: Field[] = []
  if (header !== undefined)
    fields.push(...inference(context, header), ...thinking(header, facts), ...unknown(header))
  fields.push(...system(context), ...tools(context))
  return withExtra(context, fields, "messages")
}
