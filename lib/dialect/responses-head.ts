import type { Header } from "#lib/record/entry.ts"
import { array, type Piece, type Run, raw, runs } from "#lib/wire/writer.ts"
import { made } from "./claims.ts"
import type { Context } from "./context.ts"
import {
  droppedField,
  extraFields,
  type Field,
  fromHeader,
  modelField,
  principalText,
  systemText,
  toolPieces,
  type Valued,
  within,
} from "./head.ts"
import type { ParamName } from "./targets/row.ts"
import type { Target } from "./targets.ts"
import { clean } from "./unicode.ts"

type Params = Header["params"]
type Simple = Exclude<ParamName, "toolChoice" | "parallel" | "stop" | "thinking">

const values: { readonly [Name in Simple]: (params: Params, target: Target) => Valued | undefined } = {
  maxTokens: ({ maxTokens }) => (maxTokens === undefined ? undefined : { json: String(maxTokens) }),
  temperature: ({ temperature }, target) => within(temperature, 0, target.hottest),
  topP: ({ topP }) => within(topP, 0, 1),
  effort: ({ effort }) =>
    effort === undefined ? undefined : { json: `{"effort":${JSON.stringify(clean(effort))}}` },
}

const simple = (context: Context, header: Header): readonly Field[] =>
  Object.entries(values).flatMap(([name, of]): readonly Field[] => {
    const value = of(header.params, context.target)
    if (value === undefined) return []
    const path = `/params/${name}`
    const key = context.target.params[name as ParamName] // a key of the table above
    return [
      key === undefined
        ? droppedField(header, path, "param-unknown")
        : [key, raw(value.json, fromHeader(header, path, value.reason))],
    ]
  })

const unknown = (header: Header): readonly Field[] => [
  ...(header.params.stop === undefined ? [] : [droppedField(header, "/params/stop", "param-unknown")]),
  ...(header.params.thinking === undefined
    ? []
    : [droppedField(header, "/params/thinking", "param-unknown")]),
]

const beside = (context: Context, header: Header): readonly Field[] => {
  const { toolChoice, parallel } = header.params
  const tools = (header.tools ?? []).length > 0
  const fields: Field[] = []
  if (toolChoice !== undefined) {
    const path = "/params/toolChoice"
    const json =
      typeof toolChoice === "object"
        ? `{"type":"function","name":${JSON.stringify(context.names(toolChoice.tool))}}`
        : JSON.stringify(toolChoice)
    fields.push(
      tools
        ? ["tool_choice", raw(json, fromHeader(header, path))]
        : droppedField(header, path, "param-refused"),
    )
  }
  if (parallel !== undefined) {
    const path = "/params/parallel"
    fields.push(
      tools
        ? ["parallel_tool_calls", raw(String(parallel), fromHeader(header, path))]
        : droppedField(header, path, "param-refused"),
    )
  }
  return fields
}

/** The system area: `instructions`, the principal last. */
const instructions = (context: Context): readonly Field[] => {
  const text = systemText(context.header)
  const principal = principalText(context.header)
  const list: Run[] = text === undefined ? [] : [text]
  if (principal !== undefined)
    list.push({ text: principal, claim: made("principal"), ...(text === undefined ? {} : { gap: "\n\n" }) })
  const blank =
    context.header?.system !== undefined && text === undefined
      ? [droppedField(context.header, "/system", "text-blank")]
      : []
  return list.length === 0 ? blank : [["instructions", runs(list)], ...blank]
}

const tools = (context: Context): readonly Field[] => {
  const pieces = toolPieces(
    context,
    (name, description, schema) =>
      `{"type":"function","name":${name}${description === undefined ? "" : `,"description":${description}`},"parameters":${schema},"strict":false}`,
  )
  return pieces.length === 0 ? [] : [["tools", array(pieces)]]
}

/** Nothing is kept on the server, so reasoning must come back encrypted (`responses/store-false-refs`). */
const kept = (context: Context): readonly Field[] => {
  if (!context.target.keepsNothing) return []
  const include: Piece = array([raw('"reasoning.encrypted_content"')], made("param-default"))
  return [
    ["store", raw("false", made("param-default"))],
    ["include", include],
  ]
}

/** Fields of a Responses body before `input`, in wire order. */
export const responsesHead = (context: Context): readonly Field[] => {
  const { header } = context
  const fields: Field[] = [modelField(context), ...kept(context)]
  if (header !== undefined) fields.push(...simple(context, header), ...unknown(header))
  fields.push(...instructions(context), ...tools(context))
  if (header !== undefined) fields.push(...beside(context, header))
  return [...fields, ...extraFields(context, new Set([...fields.map(([key]) => key), "input"]))]
}
