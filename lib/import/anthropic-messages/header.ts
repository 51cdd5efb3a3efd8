import type { Tool } from "#lib/record/entry.ts"
import {
  countOf,
  type Json,
  known,
  listOf,
  numberOf,
  objectOf,
  stringOf,
  stringsOf,
} from "#lib/record/json.ts"
import { extraOf, type HeaderParts, type HeaderTarget, type Params } from "../bodies/header.ts"
import { type Located, valueAt } from "../bodies/locate.ts"
import { type Path, type Places, rawAt } from "../raw.ts"

const taken = new Set([
  "messages",
  "model",
  "system",
  "tools",
  "max_tokens",
  "temperature",
  "top_p",
  "stop_sequences",
  "tool_choice",
  "thinking",
])
/** Beside the body in the same object, and no part of it. */
const beside = new Set(["response", "id", "timestamp", "custom_id"])

const positive = (value: unknown): number | undefined => countOf(value) || undefined

const choices: { readonly [type: string]: Params["toolChoice"] } = {
  auto: "auto",
  none: "none",
  any: "required",
}

const choiceOf = (value: Json | undefined): Params["toolChoice"] => {
  const type = stringOf(value?.type) ?? ""
  const tool = stringOf(value?.name)
  if (type === "tool" && tool !== undefined) return { tool }
  return Object.hasOwn(choices, type) ? choices[type] : undefined
}

const thinkingOf = (value: Json | undefined): Params["thinking"] => {
  const mode = stringOf(value?.type)
  return mode === undefined ? undefined : { mode, ...known({ budget: positive(value?.budget_tokens) }) }
}

/** An effort alone has a place of its own; with other settings beside it the whole stays together in `extra`. */
const effortOf = (value: unknown): string | undefined => {
  const config = objectOf(value)
  return config !== undefined && Object.keys(config).length === 1 ? stringOf(config.effort) : undefined
}

const paramsOf = (body: Json, effort: string | undefined, extra: string | undefined): Params => {
  const choice = objectOf(body.tool_choice)
  const single = choice?.disable_parallel_tool_use
  const stops = stringsOf(body.stop_sequences)
  return known({
    maxTokens: positive(body.max_tokens),
    temperature: numberOf(body.temperature),
    topP: numberOf(body.top_p),
    stop: stops.length === 0 ? undefined : [...stops],
    toolChoice: choiceOf(choice),
    thinking: thinkingOf(objectOf(body.thinking)),
    effort,
    parallel: typeof single === "boolean" ? !single : undefined,
    extra,
  })
}

type Declared = { readonly tools: readonly Tool[]; readonly others: string }

/** Tools of the client as ours; those that the provider runs have no schema, and stay the JSON of a list. */
const toolsOf = (body: Json, places: Places, path: Path): Declared => {
  const tools: Tool[] = []
  const others: string[] = []
  for (const [index, value] of (listOf(body.tools) ?? []).entries()) {
    const tool = objectOf(value)
    const name = stringOf(tool?.name)
    const at = [...path, "tools", index]
    if (tool === undefined || name === undefined || !("input_schema" in tool)) others.push(rawAt(places, at))
    else
      tools.push({
        name,
        ...known({ description: stringOf(tool.description) }),
        inputSchema: rawAt(places, [...at, "input_schema"]),
      })
  }
  return { tools, others: others.length === 0 ? "" : `"tools":[${others.join(",")}]` }
}

const joined = (extra: string | undefined, member: string): string | undefined => {
  if (member === "") return extra
  return extra === undefined ? `{${member}}` : `${extra.slice(0, -1)},${member}}`
}

/** The text of a system area, its blocks joined by a blank line. */
export const systemOf = (value: unknown): string | undefined => {
  if (typeof value === "string") return value
  const texts = (listOf(value) ?? []).flatMap((block) => stringOf(objectOf(block)?.text) ?? [])
  return texts.length === 0 ? undefined : texts.join("\n\n")
}

const targetOf = (body: Json): HeaderTarget | undefined => {
  const model = stringOf(body.model)
  return model === undefined || model === ""
    ? undefined
    : { provider: "anthropic", dialect: "messages", model }
}

/** What a Messages body holds beside its messages. */
export const messagesHeader = (places: Places, located: Located, root: unknown): HeaderParts => {
  const path = located.body
  const body = path === undefined ? undefined : objectOf(valueAt(root, path))
  if (body === undefined || path === undefined)
    return { target: undefined, params: {}, system: undefined, tools: [] }
  const { tools, others } = toolsOf(body, places, path)
  const effort = effortOf(body.output_config)
  const placed = new Set([...taken, ...beside, ...(effort === undefined ? [] : ["output_config"])])
  const extra = joined(extraOf(places, path, body, placed), others)
  return {
    target: targetOf(body),
    params: paramsOf(body, effort, extra),
    system: systemOf(body.system),
    tools,
  }
}
