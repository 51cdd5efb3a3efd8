import type { Header } from "#lib/record/entry.ts"
import { array, json, object, type Piece, quoted, raw } from "#lib/wire/writer.ts"
import { markLast } from "./cache-marks.ts"
import { made } from "./claims.ts"
import type { Context } from "./context.ts"
import type { HeadFacts } from "./dialect.ts"
import {
  blankSystem,
  droppedField,
  type Field,
  fromHeader,
  modelField,
  systemRuns,
  toolsField,
  valuedFields,
  withExtra,
  within,
} from "./head.ts"
import type { Target } from "./targets.ts"
import { clean } from "./unicode.ts"

const tokens = (context: Context): Field => {
  const { header, target } = context
  const asked = header?.params.maxTokens
  if (header === undefined || asked === undefined)
    return ["max_tokens", raw(String(target.maxTokens), made("param-default"))]
  return ["max_tokens", raw(String(asked), fromHeader(header, "/params/maxTokens"))]
}

const sampling = (header: Header, target: Target): readonly Field[] => {
  const { temperature, topP, stop } = header.params
  const fields = valuedFields(header, [
    ["temperature", "/params/temperature", within(temperature, 0, target.hottest)],
    ["top_p", "/params/topP", within(topP, 0, 1)],
  ])
  if (stop === undefined) return fields
  return [
    ...fields,
    [
      "stop_sequences",
      array(
        stop.map((each) => quoted(clean(each))),
        fromHeader(header, "/params/stop"),
      ),
    ],
  ]
}

const modes = new Set(["enabled", "disabled", "adaptive", "between_tools"])

/** `anthropic/thinking-budget`: at least 1,024 and below `max_tokens`. */
const thinking = (context: Context, header: Header, { thinkingOff }: HeadFacts): readonly Field[] => {
  const asked = header.params.thinking
  if (asked === undefined) return []
  const path = "/params/thinking"
  if (thinkingOff) return [droppedField(header, path, "thinking-off")]
  const most = header.params.maxTokens ?? context.target.maxTokens ?? 0
  const budgeted =
    asked.mode !== "enabled" || (asked.budget !== undefined && asked.budget >= 1024 && asked.budget < most)
  if (!modes.has(asked.mode) || !budgeted) return [droppedField(header, path, "param-refused")]
  const budget =
    asked.mode === "enabled" && asked.budget !== undefined ? `,"budget_tokens":${asked.budget}` : ""
  return [["thinking", raw(`{"type":${JSON.stringify(asked.mode)}${budget}}`, fromHeader(header, path))]]
}

const effort = (header: Header): readonly Field[] =>
  header.params.effort === undefined
    ? []
    : [
        [
          "output_config",
          raw(
            `{"effort":${JSON.stringify(clean(header.params.effort))}}`,
            fromHeader(header, "/params/effort"),
          ),
        ],
      ]

/** `anthropic/parallel-flag`: the flag sits inside `tool_choice`, which stands only beside tools. */
const choice = (context: Context, header: Header): readonly Field[] => {
  const { toolChoice, parallel, thinking: thought } = header.params
  if (toolChoice === undefined && parallel === undefined) return []
  const refuse = (reason: "param-refused"): readonly Field[] => [
    ...(toolChoice === undefined ? [] : [droppedField(header, "/params/toolChoice", reason)]),
    ...(parallel === undefined ? [] : [droppedField(header, "/params/parallel", reason)]),
  ]
  if ((header.tools ?? []).length === 0) return refuse("param-refused")
  const named = typeof toolChoice === "object"
  const type = named ? "tool" : toolChoice === "required" ? "any" : (toolChoice ?? "auto")
  if (thought !== undefined && thought.mode === "enabled" && type !== "auto" && type !== "none")
    return refuse("param-refused")
  const fields: (readonly [string, Piece])[] = [
    [
      "type",
      raw(
        JSON.stringify(type),
        toolChoice === undefined ? made("param-default") : fromHeader(header, "/params/toolChoice"),
      ),
    ],
  ]
  if (named)
    fields.push([
      "name",
      quoted(context.names(toolChoice.tool), fromHeader(header, "/params/toolChoice/tool")),
    ])
  if (parallel !== undefined && type !== "none")
    fields.push(["disable_parallel_tool_use", raw(String(!parallel), fromHeader(header, "/params/parallel"))])
  const refused =
    parallel !== undefined && type === "none"
      ? [droppedField(header, "/params/parallel", "param-refused")]
      : []
  return [["tool_choice", object(fields)], ...refused]
}

const system = ({ header, policies }: Context): readonly Field[] => {
  const parts = systemRuns(header).map(({ text, claim }) => json(claim)`{"type":"text","text":${text}}`)
  const marked = policies.cacheMarks === true ? markLast(parts) : parts
  return [...(parts.length === 0 ? [] : [["system", array(marked)] as const]), ...blankSystem(header)]
}

const tool = (name: string, description: string | undefined, schema: string): string =>
  `{"name":${name}${description === undefined ? "" : `,"description":${description}`},"input_schema":${schema}}`

/** Fields of a Messages body before `messages`, in wire order. */
export const messagesHead = (context: Context, facts: HeadFacts): readonly Field[] => {
  const { header } = context
  const fields: Field[] = [modelField(context), tokens(context)]
  if (header !== undefined)
    fields.push(...sampling(header, context.target), ...thinking(context, header, facts), ...effort(header))
  fields.push(...system(context), ...toolsField(context, tool))
  if (header !== undefined) fields.push(...choice(context, header))
  return withExtra(context, fields, "messages")
}
