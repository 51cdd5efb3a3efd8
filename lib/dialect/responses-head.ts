import type { Header } from "#lib/record/entry.ts"
import { array, type Piece, raw, runs } from "#lib/wire/writer.ts"
import { made } from "./claims.ts"
import type { Context } from "./context.ts"
import {
  asJson,
  blankSystem,
  droppedField,
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
  effort: ({ effort }) => (effort === undefined ? undefined : asJson({ effort: clean(effort) })),
}

const unknown = (header: Header): readonly Field[] => [
  ...(header.params.stop === undefined ? [] : [droppedField(header, "/params/stop", "param-unknown")]),
  ...(header.params.thinking === undefined
    ? []
    : [droppedField(header, "/params/thinking", "param-unknown")]),
]

/** The system area: `instructions`, the principal last. */
const instructions = ({ header }: Context): readonly Field[] => {
  const list = systemRuns(header)
  return [...(list.length === 0 ? [] : [["instructions", runs(list)] as const]), ...blankSystem(header)]
}

const tool = (name: string, description: string | undefined, schema: string): string =>
  `{"type":"function","name":${name}${description === undefined ? "" : `,"description":${description}`},"parameters":${schema},"strict":false}`

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
  if (header !== undefined) fields.push(...namedParams(values, context, header), ...unknown(header))
  fields.push(...instructions(context), ...toolsField(context, tool))
  if (header !== undefined)
    fields.push(...toolChoice(context, header, (name) => `{"type":"function","name":${name}}`))
  return withExtra(context, fields, "input")
}
