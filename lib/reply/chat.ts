import type { Usage } from "#lib/record/entry.ts"
import {
  amend,
  argue,
  beginCall,
  breakOff,
  type Draft,
  fail,
  finish,
  nameCall,
  put,
  type Reading,
  tellCalls,
} from "./draft.ts"
import { errorOf } from "./error.ts"
import { countOf, filledOf, type Json, known, listOf, objectOf, objectText, rawAt, stringOf } from "./json.ts"
import { type Speech, speechOf } from "./speech.ts"
import { type Stops, stopOf } from "./stops.ts"

/** OpenAI Chat Completions and its relatives: chunks of one message, its first choice. */

const stops: Stops = {
  stop: "end",
  eos: "end",
  tool_calls: "tool-calls",
  function_call: "tool-calls",
  length: "length",
  content_filter: "filter",
  error: "error",
  insufficient_system_resource: "error",
}

/** Their prompt tokens are all of the prompt. Where a relative counts cached tokens in a field of its own, that is read too. */
export const chatUsage = (value: unknown): Usage | undefined => {
  const usage = objectOf(value)
  if (usage === undefined) return undefined
  const prompt = objectOf(usage["prompt_tokens_details"])
  const counted = known({
    input: countOf(usage["prompt_tokens"]),
    cacheRead:
      countOf(prompt?.["cached_tokens"]) ??
      countOf(usage["prompt_cache_hit_tokens"]) ??
      countOf(usage["cached_tokens"]),
    cacheWrite: countOf(usage["cache_creation_input_tokens"]) ?? countOf(prompt?.["cache_write_tokens"]),
    output: countOf(usage["completion_tokens"]),
    reasoning: countOf(objectOf(usage["completion_tokens_details"])?.["reasoning_tokens"]),
  })
  return Object.keys(counted).length === 0 ? undefined : counted
}

/** Content is a string, or a list of parts (Mistral): text, thoughts that hold text, and others, kept as they are. */
const content = (draft: Draft, speech: Speech, value: unknown, raw: string | undefined): void => {
  speech.text(stringOf(value) ?? "")
  listOf(value).forEach((item, index) => {
    const part = objectOf(item)
    if (part?.["type"] === "text") speech.text(stringOf(part["text"]) ?? "")
    else if (part?.["type"] === "thinking")
      for (const inner of listOf(part["thinking"]))
        speech.reasoning(stringOf(objectOf(inner)?.["text"]) ?? "")
    else if (raw !== undefined) put(draft, { kind: "opaque", source: "chat", json: rawAt(raw, index) ?? "" })
  })
}

/** The calls of one reply, by what a stream tells them apart with. */
type Calls = Map<string | number, number>

/** A piece of a call belongs to the one with its index; servers that count none, or all as 0, tell them apart by id. */
const callOf = (draft: Draft, calls: Calls, call: Json, place: number): number => {
  const key = countOf(call["index"]) ?? filledOf(call["id"]) ?? place
  const made = objectOf(call["function"]) ?? objectOf(call["custom"])
  const given = { callId: filledOf(call["id"]), name: filledOf(made?.["name"]) }
  const index = calls.get(key)
  const held = index === undefined ? undefined : draft.blocks[index]
  const other =
    held?.kind === "tool-call" &&
    given.callId !== undefined &&
    given.name !== undefined &&
    held.callId !== "" &&
    held.callId !== given.callId
  if (index !== undefined && !other) {
    nameCall(draft, index, given)
    return index
  }
  const custom = call["type"] === "custom" || objectOf(call["custom"]) !== undefined
  const begun = beginCall(draft, given, custom ? { form: "custom" } : {})
  calls.set(key, begun)
  return begun
}

/** Arguments are a string; where a server wrote an object instead, its own JSON text. */
const argumentsOf = (call: Json, raw: string | undefined): string => {
  const free = stringOf(objectOf(call["custom"])?.["input"])
  const given = objectOf(call["function"])?.["arguments"]
  if (free !== undefined || typeof given === "string") return free ?? stringOf(given) ?? ""
  return objectOf(given) === undefined || raw === undefined ? "" : (rawAt(raw, "function", "arguments") ?? "")
}

/** Google's signature of a call rides in a field beside it, so such a call is kept as its provider has it. */
const extraOf = (draft: Draft, index: number, extra: string): void => {
  const held = draft.blocks[index]
  if (held?.kind !== "tool-call") return
  const made = `{"name":${JSON.stringify(held.name)},"arguments":${JSON.stringify(held.arguments)}}`
  const json = objectText([
    { key: "id", json: JSON.stringify(held.callId) },
    { key: "type", json: '"function"' },
    { key: "function", json: made },
    { key: "extra_content", json: extra },
  ])
  amend(draft, index, { native: { api: "chat", json } })
}

const identify = (draft: Draft, value: Json): void => {
  draft.responseId ??= filledOf(value["id"])
  draft.model ??= filledOf(value["model"])
  draft.usage = chatUsage(value["usage"]) ?? draft.usage
}

/** Beside what is read here a message may hold log probabilities, annotations and audio: they are no part of a history. */
export const chat = (draft: Draft): Reading => {
  const speech = speechOf(draft)
  const calls: Calls = new Map()
  const extras = new Map<number, string>()
  let refusal = ""

  const message = (value: Json, raw: string | undefined): void => {
    speech.reasoning(stringOf(value["reasoning_content"]) ?? stringOf(value["reasoning"]) ?? "")
    content(draft, speech, value["content"], raw && rawAt(raw, "content"))
    const declined = stringOf(value["refusal"]) ?? ""
    refusal += declined
    speech.text(declined)
    listOf(value["tool_calls"]).forEach((item, place) => {
      const call = objectOf(item)
      if (call === undefined) return
      const own = raw && rawAt(raw, "tool_calls", place)
      const index = callOf(draft, calls, call, place)
      argue(draft, index, argumentsOf(call, own))
      if (own !== undefined && objectOf(call["extra_content"]) !== undefined)
        extras.set(index, rawAt(own, "extra_content") ?? "{}")
    })
    const old = objectOf(value["function_call"])
    if (old !== undefined) legacy(old)
  }

  /** A call of the older form has no id: it pairs by the function's name. */
  const legacy = (call: Json): void => {
    const name = filledOf(call["name"])
    const index = calls.get("function_call") ?? beginCall(draft, {})
    calls.set("function_call", index)
    nameCall(draft, index, { name, callId: name && `function_call:${name}` })
    argue(draft, index, stringOf(call["arguments"]) ?? "")
  }

  const end = (reason: unknown): void => {
    if (filledOf(reason) === undefined) return
    tellCalls(draft)
    for (const [index, extra] of extras) extraOf(draft, index, extra)
    if (refusal === "") finish(draft, stopOf(stops, reason), filledOf(reason))
    else finish(draft, "refusal", refusal)
  }

  const take = (value: Json, json: string, field: "delta" | "message"): void => {
    identify(draft, value)
    const told = errorOf(value)
    const place = listOf(value["choices"]).findIndex((item) => (objectOf(item)?.["index"] ?? 0) === 0)
    const choice = objectOf(listOf(value["choices"])[place])
    const said = objectOf(choice?.[field])
    if (said !== undefined) message(said, rawAt(json, "choices", place, field))
    if (choice !== undefined) {
      draft.usage ??= chatUsage(choice["usage"])
      if (told === undefined) end(choice["finish_reason"])
    }
    if (told !== undefined) breakOff(draft, told)
  }

  return {
    frame: (value, { data }) => take(value, data, "delta"),
    whole: (value, json) => {
      take(value, json, "message")
      if (draft.failure === undefined && listOf(value["choices"]).length === 0)
        fail(draft, "reply-unreadable", "no choices")
      draft.finished ||= draft.failure === undefined
    },
  }
}
