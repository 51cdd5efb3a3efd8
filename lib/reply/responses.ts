import type { Usage } from "#lib/record/entry.ts"
import { argue, breakOff, type Draft, fail, finish, holdsCall, type Reading, say } from "./draft.ts"
import { errorOf } from "./error.ts"
import { countOf, filledOf, type Json, known, listOf, objectOf, rawAt, stringOf } from "./json.ts"
import { beginItem, endItem, type OpenItem, openItem, refusalOf, textAt, thinkOn } from "./responses-item.ts"
import type { Stop } from "./stops.ts"

/** OpenAI Responses and its relatives: output items, begun, gone on with and ended, each in its place. */

/** Their input tokens are all of the prompt. */
export const responsesUsage = (value: unknown): Usage | undefined => {
  const usage = objectOf(value)
  if (usage === undefined) return undefined
  const input = objectOf(usage["input_tokens_details"])
  const counted = known({
    input: countOf(usage["input_tokens"]),
    cacheRead: countOf(input?.["cached_tokens"]),
    cacheWrite: countOf(input?.["cache_write_tokens"]),
    output: countOf(usage["output_tokens"]),
    reasoning: countOf(objectOf(usage["output_tokens_details"])?.["reasoning_tokens"]),
  })
  return Object.keys(counted).length === 0 ? undefined : counted
}

type Reader = {
  readonly draft: Draft
  /** Items by their place in the output. */
  readonly items: Map<number, OpenItem>
  /** Places of items that have ended: none is read twice. */
  readonly ended: Set<number>
  refusal: string | undefined
}

const itemAt = ({ items }: Reader, place: number): OpenItem => {
  const known = items.get(place)
  if (known !== undefined) return known
  const begun = openItem()
  items.set(place, begun)
  return begun
}

const end = (reader: Reader, place: number, value: Json, json: string): void => {
  if (reader.ended.has(place)) return
  reader.ended.add(place)
  endItem(reader.draft, itemAt(reader, place), value, json)
  reader.refusal ??= refusalOf(value)
}

const identify = ({ draft }: Reader, response: Json): void => {
  draft.responseId = filledOf(response["id"]) ?? draft.responseId
  draft.model = filledOf(response["model"]) ?? draft.model
  draft.usage = responsesUsage(response["usage"]) ?? draft.usage
}

const cutBy: { readonly [reason: string]: Stop } = { max_output_tokens: "length", content_filter: "filter" }

/** How a response ended, from its status. */
const conclude = (reader: Reader, response: Json): void => {
  const { draft, refusal } = reader
  const reason = filledOf(objectOf(response["incomplete_details"])?.["reason"]) ?? ""
  const { status } = response
  if (status === "failed" || status === "cancelled") breakOff(draft, errorOf(response) ?? status)
  else if (status === "incomplete") finish(draft, cutBy[reason] ?? "length", reason)
  else if (refusal !== undefined) finish(draft, "refusal", refusal)
  else finish(draft, holdsCall(draft) ? "tool-calls" : "end")
}

/** The response as a whole: items that no event has told of are read from it. */
const take = (reader: Reader, response: Json, json: string): void => {
  identify(reader, response)
  listOf(response["output"]).forEach((item, place) => {
    const value = objectOf(item)
    if (value !== undefined) end(reader, place, value, rawAt(json, "output", place) ?? "")
  })
  conclude(reader, response)
  reader.draft.over = true
}

type Event = (reader: Reader, value: Json, json: string) => void

/** Goes on with the item that an event is of, where it has not ended. */
const going =
  (go: (draft: Draft, item: OpenItem, delta: string, part: number) => void): Event =>
  (reader, value) => {
    const place = countOf(value["output_index"]) ?? 0
    const delta = stringOf(value["delta"]) ?? ""
    const part = countOf(value["content_index"]) ?? countOf(value["summary_index"]) ?? 0
    if (delta !== "" && !reader.ended.has(place)) go(reader.draft, itemAt(reader, place), delta, part)
  }

const speak = going((draft, item, delta, part) => say(draft, textAt(draft, item, part), delta))
const think = going((draft, item, delta, part) => thinkOn(draft, item, part, delta))
const ask = going((draft, item, delta) => {
  if (item.at !== undefined) argue(draft, item.at, delta)
})

const introduce: Event = (reader, value) => identify(reader, objectOf(value["response"]) ?? {})

const close: Event = (reader, value, json) =>
  take(reader, objectOf(value["response"]) ?? {}, rawAt(json, "response") ?? "{}")

const events: { readonly [type: string]: Event } = {
  "response.created": introduce,
  "response.in_progress": introduce,
  "response.output_item.added": (reader, value) => {
    const item = objectOf(value["item"])
    if (item !== undefined) beginItem(reader.draft, itemAt(reader, countOf(value["output_index"]) ?? 0), item)
  },
  "response.output_text.delta": speak,
  "response.refusal.delta": speak,
  "response.reasoning_summary_text.delta": think,
  "response.reasoning_text.delta": think,
  "response.function_call_arguments.delta": ask,
  "response.custom_tool_call_input.delta": ask,
  "response.output_item.done": (reader, value, json) => {
    const item = objectOf(value["item"])
    if (item !== undefined) end(reader, countOf(value["output_index"]) ?? 0, item, rawAt(json, "item") ?? "")
  },
  "response.completed": close,
  "response.incomplete": close,
  "response.failed": close,
  error: ({ draft }, value) =>
    breakOff(draft, errorOf(value) ?? errorOf({ error: { ...value, type: null } }) ?? ""),
}

export const responses = (draft: Draft): Reading => {
  const reader: Reader = { draft, items: new Map(), ended: new Set(), refusal: undefined }
  return {
    frame: (value, { data }) => {
      const type = stringOf(value["type"]) ?? ""
      const told = errorOf(value)
      if (Object.hasOwn(events, type))
        events[type]?.(reader, value, data) // others tell what an item holds when it ends
      else if (told !== undefined) breakOff(draft, told)
    },
    whole: (value, json) => {
      const told = errorOf(value)
      if (told !== undefined) breakOff(draft, told)
      else if (!Array.isArray(value["output"])) fail(draft, "reply-unreadable", "no output")
      else take(reader, value, json)
    },
  }
}
