import type { Usage } from "#lib/record/entry.ts"
import { breakOff, callWhole, type Draft, fail, finish, holdsCall, type Reading } from "./draft.ts"
import { errorOf } from "./error.ts"
import { countOf, filledOf, type Json, known, listOf, objectOf, rawAt, stringOf } from "./json.ts"
import { type Speech, speechOf } from "./speech.ts"
import { type Stops, stopOf } from "./stops.ts"

/** Ollama's native chat: lines that each hold the next piece of one message. */

const stops: Stops = { stop: "end", length: "length" }

export const ollamaUsage = (value: Json): Usage | undefined => {
  const counted = known({ input: countOf(value["prompt_eval_count"]), output: countOf(value["eval_count"]) })
  return Object.keys(counted).length === 0 ? undefined : counted
}

/** Calls come whole, their arguments as an object. */
const calls = (draft: Draft, message: Json, json: string): void =>
  listOf(message["tool_calls"]).forEach((item, place) => {
    const call = objectOf(item)
    const made = objectOf(call?.["function"])
    if (made === undefined) return
    const input = rawAt(json, "message", "tool_calls", place, "function", "arguments")
    callWhole(
      draft,
      { callId: filledOf(call?.["id"]), name: filledOf(made["name"]) },
      stringOf(made["arguments"]) ?? input ?? "{}",
    )
  })

const take = (draft: Draft, speech: Speech, value: Json, json: string): void => {
  draft.model ??= filledOf(value["model"])
  draft.usage = ollamaUsage(value) ?? draft.usage
  const told = errorOf(value)
  if (told !== undefined) {
    breakOff(draft, told)
    return
  }
  const message = objectOf(value["message"])
  if (message !== undefined) {
    speech.reasoning(stringOf(message["thinking"]) ?? "")
    speech.text(stringOf(message["content"]) ?? "")
    calls(draft, message, json)
  }
  if (value["done"] !== true) return
  const stop = stopOf(stops, value["done_reason"] ?? "stop")
  finish(draft, stop === "end" && holdsCall(draft) ? "tool-calls" : stop)
  draft.over = true
}

export const ollama = (draft: Draft): Reading => {
  const speech = speechOf(draft)
  return {
    frame: (value, { data }) => take(draft, speech, value, data),
    whole: (value, json) => {
      take(draft, speech, value, json)
      if (objectOf(value["message"]) === undefined) fail(draft, "reply-unreadable", "no message")
      draft.finished ||= draft.failure === undefined
    },
  }
}
