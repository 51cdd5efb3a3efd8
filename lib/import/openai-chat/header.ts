import type { Tool, Usage } from "#lib/record/entry.ts"
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
  "tools",
  "functions",
  "max_tokens",
  "max_completion_tokens",
  "temperature",
  "top_p",
  "stop",
  "tool_choice",
  "parallel_tool_calls",
  "reasoning_effort",
])

/** Fields of a log that holds the call of a client library: what the library was asked, what came back, what it cost. */
const logged = ["response", "kwargs", "raw_messages", "raw_response"] as const
const isLog = (body: Json): boolean => logged.some((field) => field in body)

const choiceOf = (value: unknown): Params["toolChoice"] => {
  if (value === "auto" || value === "none" || value === "required") return value
  const tool = stringOf(objectOf(objectOf(value)?.function)?.name)
  return tool === undefined ? undefined : { tool }
}

const positive = (value: unknown): number | undefined => countOf(value) || undefined

const paramsOf = (body: Json, extra: string | undefined): Params => {
  const stop = stringOf(body.stop)
  const stops = stop === undefined ? stringsOf(body.stop) : [stop]
  const parallel = body.parallel_tool_calls
  return known({
    maxTokens: positive(body.max_completion_tokens) ?? positive(body.max_tokens),
    temperature: numberOf(body.temperature),
    topP: numberOf(body.top_p),
    stop: stops.length === 0 ? undefined : [...stops],
    toolChoice: choiceOf(body.tool_choice),
    effort: stringOf(body.reasoning_effort),
    parallel: typeof parallel === "boolean" ? parallel : undefined,
    extra,
  })
}

type Declared = { readonly tool?: Tool; readonly raw: string }

const toolOf = (value: unknown, places: Places, path: Path): Declared => {
  const wrapped = objectOf(objectOf(value)?.function)
  const made = wrapped ?? (objectOf(value)?.type === undefined ? objectOf(value) : undefined)
  const name = stringOf(made?.name)
  if (made === undefined || name === undefined) return { raw: rawAt(places, path) }
  const own = wrapped === undefined ? path : [...path, "function"]
  const inputSchema = rawAt(places, [...own, "parameters"])
  return { tool: { name, ...known({ description: stringOf(made.description) }), inputSchema }, raw: "" }
}

/** Declarations as ours, and those that are no functions as the JSON of a list. */
const toolsOf = (
  body: Json,
  places: Places,
  path: Path,
): { readonly tools: readonly Tool[]; readonly others: string } => {
  const field = listOf(body.tools) === undefined ? "functions" : "tools"
  const read = (listOf(body[field]) ?? []).map((value, index) =>
    toolOf(value, places, [...path, field, index]),
  )
  const others = read.flatMap(({ tool, raw }) => (tool === undefined ? [raw] : []))
  return {
    tools: read.flatMap(({ tool }) => tool ?? []),
    others: others.length === 0 ? "" : `"tools":[${others.join(",")}]`,
  }
}

const joined = (extra: string | undefined, member: string): string | undefined => {
  if (member === "") return extra
  return extra === undefined ? `{${member}}` : `${extra.slice(0, -1)},${member}}`
}

const targetOf = (body: Json): HeaderTarget | undefined => {
  const model = stringOf(body.model) ?? stringOf(objectOf(body.response)?.model)
  return model === undefined || model === "" ? undefined : { provider: "openai", dialect: "chat", model }
}

/** What a chat body holds beside its messages; of a library's log only what it sent on. */
export const chatHeader = (places: Places, located: Located, root: unknown): HeaderParts => {
  const path = located.body
  const body = path === undefined ? undefined : objectOf(valueAt(root, path))
  if (body === undefined || path === undefined)
    return { target: undefined, params: {}, system: undefined, tools: [] }
  const { tools, others } = toolsOf(body, places, path)
  const log = isLog(body)
  const asked = log ? { ...body, ...objectOf(body.kwargs) } : body
  const extra = joined(log ? undefined : extraOf(places, path, body, taken), others)
  return { target: targetOf(body), params: paramsOf(asked, extra), system: undefined, tools }
}

/** Usage in our terms: their prompt tokens are all of the prompt. Undefined where no count is given. */
export const chatUsage = (value: unknown): Usage | undefined => {
  const usage = objectOf(value)
  if (usage === undefined) return undefined
  const counted = known({
    input: countOf(usage.prompt_tokens),
    cacheRead: countOf(objectOf(usage.prompt_tokens_details)?.cached_tokens),
    cacheWrite: countOf(usage.cache_creation_input_tokens),
    output: countOf(usage.completion_tokens),
    reasoning: countOf(objectOf(usage.completion_tokens_details)?.reasoning_tokens),
  })
  return Object.keys(counted).length === 0 ? undefined : counted
}
