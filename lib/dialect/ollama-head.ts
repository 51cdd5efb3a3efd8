import type { Header } from "#lib/record/entry.ts"
import { array, object, raw } from "#lib/wire/writer.ts"
import type { Context } from "./context.ts"
import {
  droppedField,
  extraFields,
  type Field,
  fromHeader,
  modelField,
  systemText,
  toolPieces,
  within,
} from "./head.ts"
import { clean } from "./unicode.ts"

const sampling = (context: Context, header: Header): readonly Field[] => {
  const { maxTokens, temperature, topP, stop } = header.params
  const values = [
    ["num_predict", "/params/maxTokens", maxTokens === undefined ? undefined : { json: String(maxTokens) }],
    ["temperature", "/params/temperature", within(temperature, 0, context.target.hottest)],
    ["top_p", "/params/topP", within(topP, 0, 1)],
    ["stop", "/params/stop", stop === undefined ? undefined : { json: JSON.stringify(stop.map(clean)) }],
  ] as const
  const fields = values.flatMap(([key, path, value]): readonly Field[] =>
    value === undefined
      ? []
      : [[key, raw(value.json, fromHeader(header, path, "reason" in value ? value.reason : undefined))]],
  )
  return fields.length === 0 ? [] : [["options", object(fields)]]
}

const thinks: { readonly [mode: string]: string } = { enabled: "true", adaptive: "true", disabled: "false" }

const others = (header: Header): readonly Field[] => {
  const { thinking, effort, parallel, toolChoice } = header.params
  const fields: Field[] = []
  if (thinking !== undefined) {
    const think = thinks[thinking.mode]
    fields.push(
      think === undefined
        ? droppedField(header, "/params/thinking", "param-refused")
        : ["think", raw(think, fromHeader(header, "/params/thinking"))],
    )
  }
  if (effort !== undefined) fields.push(droppedField(header, "/params/effort", "param-unknown"))
  if (parallel !== undefined) fields.push(droppedField(header, "/params/parallel", "param-unknown"))
  if (toolChoice !== undefined) fields.push(droppedField(header, "/params/toolChoice", "param-unknown"))
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

/** Fields of an Ollama chat body before `messages`, in wire order. */
export const ollamaHead = (context: Context): readonly Field[] => {
  const { header } = context
  const fields: Field[] = [modelField(context)]
  if (header !== undefined) fields.push(...sampling(context, header), ...others(header))
  fields.push(...tools(context))
  if (header?.system !== undefined && systemText(header) === undefined)
    fields.push(droppedField(header, "/system", "text-blank"))
  return [...fields, ...extraFields(context, new Set([...fields.map(([key]) => key), "messages"]))]
}
