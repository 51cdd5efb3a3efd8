import { json, type Piece, runs } from "#lib/wire/writer.ts"
import type { Context } from "./context.ts"
import {
  asJson,
  blankSystem,
  chatTool,
  type Field,
  modelField,
  namedParams,
  type ParamValues,
  systemRuns,
  toolChoice,
  toolsField,
  withExtra,
  within,
} from "./head.ts"
import { clean } from "./unicode.ts"

const values: ParamValues = {
  maxTokens: ({ maxTokens }) => asJson(maxTokens),
  temperature: ({ temperature }, target) => within(temperature, 0, target.hottest),
  topP: ({ topP }) => within(topP, 0, 1),
  stop: ({ stop }) => asJson(stop?.map(clean)),
  thinking: ({ thinking }) => asJson(thinking),
  effort: ({ effort }) => asJson(effort === undefined ? undefined : clean(effort)),
}

/** Fields of a Chat Completions body before `messages`, in wire order. */
export const chatHead = (context: Context): readonly Field[] => {
  const { header } = context
  const fields: Field[] = [modelField(context)]
  if (header !== undefined) fields.push(...namedParams(values, context, header))
  fields.push(...toolsField(context, chatTool))
  if (header !== undefined)
    fields.push(...toolChoice(context, header, (name) => `{"type":"function","function":{"name":${name}}}`))
  fields.push(...blankSystem(header))
  return withExtra(context, fields, "messages")
}

/** The system area: one leading message, because strict templates take no second (`qwen-template/system-first`); the principal last. */
export const chatLead = (context: Context): readonly Piece[] => {
  const list = systemRuns(context.header)
  return list.length === 0 ? [] : [json()`{"role":${context.target.system},"content":${runs(list)}}`]
}
