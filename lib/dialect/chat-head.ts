import type { Header } from "#lib/record/entry.ts"
import { array, object, type Piece, quoted, raw, runs } from "#lib/wire/writer.ts"
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
} from "./head.ts"
import type { ParamName } from "./targets.ts"
import { clean } from "./unicode.ts"

type Params = Header["params"]

const values: {
  readonly [Name in Exclude<ParamName, "toolChoice" | "parallel">]: (params: Params) => string | undefined
} = {
  maxTokens: ({ maxTokens }) => maxTokens?.toString(),
  temperature: ({ temperature }) => (temperature === undefined ? undefined : JSON.stringify(temperature)),
  topP: ({ topP }) => (topP === undefined ? undefined : JSON.stringify(topP)),
  stop: ({ stop }) => (stop === undefined ? undefined : JSON.stringify(stop.map(clean))),
  thinking: ({ thinking }) => (thinking === undefined ? undefined : JSON.stringify(thinking)),
  effort: ({ effort }) => (effort === undefined ? undefined : JSON.stringify(clean(effort))),
}

const simple = (context: Context, header: Header): readonly Field[] =>
  Object.entries(values).flatMap(([name, of]): readonly Field[] => {
    const json = of(header.params)
    if (json === undefined) return []
    const path = `/params/${name}`
    const key = context.target.params[name as ParamName] // a key of the table above
    return [
      key === undefined
        ? droppedField(header, path, "param-unknown")
        : [key, raw(json, fromHeader(header, path))],
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

/** The system area: leading messages of the row's role, the principal last. */
export const chatLead = (context: Context): readonly Piece[] => {
  const role = raw(JSON.stringify(context.target.system))
  const text = systemText(context.header)
  const principal = principalText(context.header)
  return [
    ...(text === undefined
      ? []
      : [
          object([
            ["role", role],
            ["content", runs(text)],
          ]),
        ]),
    ...(principal === undefined
      ? []
      : [
          object([
            ["role", role],
            ["content", quoted(principal, made("principal"))],
          ]),
        ]),
  ]
}
