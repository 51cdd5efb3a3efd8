import type { Header } from "#lib/record/entry.ts"
import { object, raw } from "#lib/wire/writer.ts"
import type { Context } from "./context.ts"
import {
  asJson,
  blankSystem,
  chatTool,
  droppedField,
  type Field,
  fromHeader,
  modelField,
  toolsField,
  valuedFields,
  withExtra,
  within,
} from "./head.ts"
import { clean } from "./unicode.ts"

const sampling = (context: Context, header: Header): readonly Field[] => {
  const { maxTokens, temperature, topP, stop } = header.params
  const fields = valuedFields(header, [
    ["num_predict", "/params/maxTokens", asJson(maxTokens)],
    ["temperature", "/params/temperature", within(temperature, 0, context.target.hottest)],
    ["top_p", "/params/topP", within(topP, 0, 1)],
    ["stop", "/params/stop", asJson(stop?.map(clean))],
  ])
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

/** Fields of an Ollama chat body before `messages`, in wire order. */
export const ollamaHead = (context: Context): readonly Field[] => {
  const { header } = context
  const fields: Field[] = [modelField(context)]
  if (header !== undefined) fields.push(...sampling(context, header), ...others(header))
  fields.push(...toolsField(context, chatTool), ...blankSystem(header))
  return withExtra(context, fields, "messages")
}
