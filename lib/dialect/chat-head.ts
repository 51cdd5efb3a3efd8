import type { Header } from "#lib/record/entry.ts"
import { array, object, type Piece, type Run, raw, runs } from "#lib/wire/writer.ts"
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

type Simple = Exclude<ParamName, "toolChoice" | "parallel">

/** A parameter's JSON text, and why it is not the stored value. */
const values: { readonly [Name in Simple]: (params: Params, target: Target) => Valued | undefined } = {
  maxTokens: ({ maxTokens }) => (maxTokens === undefined ? undefined : { json: String(maxTokens) }),
  temperature: ({ temperature }, target) => within(temperature, 0, target.hottest),
  topP: ({ topP }) => within(topP, 0, 1),
  stop: ({ stop }) => (stop === undefined ? undefined : { json: JSON.stringify(stop.map(clean)) }),
  thinking: ({ thinking }) => (thinking === undefined ? undefined : { json: JSON.stringify(thinking) }),
  effort: ({ effort }) => (effort === undefined ? undefined : { json: JSON.stringify(clean(effort)) }),
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

/** `openai-chat/parallel`: choice and parallel stand only beside tools. */
const beside = (context: Context, header: Header): readonly Field[] => {
  const { toolChoice, parallel } = header.params
  const tools = (header.tools ?? []).length > 0
  const fields: Field[] = []
  if (toolChoice !== undefined) {
    const path = "/params/toolChoice"
    const json =
      typeof toolChoice === "object"
        ? `{"type":"function","function":{"name":${JSON.stringify(context.names(toolChoice.tool))}}}`
        : JSON.stringify(toolChoice)
    fields.push(
      tools
        ? ["tool_choice", raw(json, fromHeader(header, path))]
        : droppedField(header, path, "param-refused"),
    )
  }
  if (parallel !== undefined) {
    const path = "/params/parallel"
    const key = context.target.params.parallel
    if (key === undefined) fields.push(droppedField(header, path, "param-unknown"))
    else
      fields.push(
        tools
          ? [key, raw(String(parallel), fromHeader(header, path))]
          : droppedField(header, path, "param-refused"),
      )
  }
  return fields
}

const tools = (context: Context): readonly Field[] => {
  const pieces = toolPieces(
    context,
    (name, description, schema) =>
      `{"type":"function","function":{"name":${name}${description === undefined ? "" : `,"description":${description}`},"parameters":${schema}}}`,
  )
  return pieces.length === 0 ? [] : [["tools", array(pieces)]]
}

/** Fields of a Chat Completions body before `messages`, in wire order. */
export const chatHead = (context: Context): readonly Field[] => {
  const { header } = context
  const fields: Field[] = [modelField(context)]
  if (header !== undefined) fields.push(...simple(context, header))
  fields.push(...tools(context))
  if (header !== undefined) fields.push(...beside(context, header))
  if (header?.system !== undefined && systemText(header) === undefined)
    fields.push(droppedField(header, "/system", "text-blank"))
  return [...fields, ...extraFields(context, new Set([...fields.map(([key]) => key), "messages"]))]
}

/** The system area: one leading message, because strict templates take no second (`qwen-template/system-first`); the principal last. */
export const chatLead = (context: Context): readonly Piece[] => {
  const role = raw(JSON.stringify(context.target.system))
  const text = systemText(context.header)
  const principal = principalText(context.header)
  const list: Run[] = text === undefined ? [] : [text]
  if (principal !== undefined)
    list.push({ text: principal, claim: made("principal"), ...(text === undefined ? {} : { gap: "\n\n" }) })
  return list.length === 0
    ? []
    : [
        object([
          ["role", role],
          ["content", runs(list)],
        ]),
      ]
}
