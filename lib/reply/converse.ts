import type { Usage } from "#lib/record/entry.ts"
import {
  argue,
  begin,
  breakOff,
  callWhole,
  type Draft,
  fail,
  finish,
  put,
  type Reading,
  say,
  seal,
} from "./draft.ts"
import { errorOf } from "./error.ts"
import { countOf, filledOf, type Json, known, listOf, objectOf, rawAt, stringOf, sumOf } from "./json.ts"
import { type Stops, stopOf } from "./stops.ts"

/** Bedrock Converse and ConverseStream in their REST form. */

const stops: Stops = {
  end_turn: "end",
  stop_sequence: "end",
  tool_use: "tool-calls",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  content_filtered: "filter",
  guardrail_intervened: "filter",
  refusal: "refusal",
  malformed_model_output: "error",
  malformed_tool_use: "error",
}

/** `inputTokens` leaves out what was read from or written to the cache; our `input` is all of the prompt. */
export const converseUsage = (value: unknown): Usage | undefined => {
  const usage = objectOf(value)
  if (usage === undefined) return undefined
  const cacheRead = countOf(usage["cacheReadInputTokens"])
  const cacheWrite = countOf(usage["cacheWriteInputTokens"])
  const fresh = countOf(usage["inputTokens"])
  const counted = known({
    input: fresh === undefined ? undefined : sumOf(fresh, cacheRead, cacheWrite),
    cacheRead,
    cacheWrite,
    output: countOf(usage["outputTokens"]),
  })
  return Object.keys(counted).length === 0 ? undefined : counted
}

/** Blocks that are begun and not ended, by the provider's index: their places among ours. */
type Open = Map<unknown, number>

const placeOf = (draft: Draft, open: Open, index: unknown, kind: "text" | "reasoning"): number => {
  const known = open.get(index)
  const held = known === undefined ? undefined : draft.blocks[known]
  if (known !== undefined && held?.kind === kind) return known
  const begun = begin(draft, kind)
  open.set(index, begun)
  return begun
}

const reason = (draft: Draft, open: Open, index: unknown, delta: Json): void => {
  const at = placeOf(draft, open, index, "reasoning")
  say(draft, at, stringOf(delta["text"]) ?? "")
  const signature = filledOf(delta["signature"])
  const redacted = filledOf(delta["redactedContent"])
  if (signature !== undefined) seal(draft, at, { kind: "anthropic-signature", value: signature })
  if (redacted !== undefined) seal(draft, at, { kind: "anthropic-redacted", value: redacted })
}

/** Citations and pieces of pictures or of a server tool's result have no form here that could be sent again. */
const goOn = (draft: Draft, open: Open, index: unknown, delta: Json): void => {
  const text = filledOf(delta["text"])
  const thought = objectOf(delta["reasoningContent"])
  const call = objectOf(delta["toolUse"])
  const at = open.get(index)
  if (text !== undefined) say(draft, placeOf(draft, open, index, "text"), text)
  if (thought !== undefined) reason(draft, open, index, thought)
  if (call !== undefined && at !== undefined) argue(draft, at, stringOf(call["input"]) ?? "")
}

const start = (draft: Draft, open: Open, index: unknown, value: Json): void => {
  const call = objectOf(objectOf(value["start"])?.["toolUse"])
  if (call === undefined) return
  const named = { callId: filledOf(call["toolUseId"]), name: filledOf(call["name"]) }
  open.set(index, callWhole(draft, named, ""))
}

/** Ends a block; a call that brought no input has none. */
const stop = (draft: Draft, open: Open, index: unknown): void => {
  const at = open.get(index)
  open.delete(index)
  const held = at === undefined ? undefined : draft.blocks[at]
  if (at !== undefined && held?.kind === "tool-call" && held.arguments === "") argue(draft, at, "{}")
}

const conclude = (draft: Draft, value: Json): void => {
  const why = filledOf(value["stopReason"])
  if (why !== undefined) finish(draft, stopOf(stops, why), why)
}

type Event = (draft: Draft, open: Open, value: Json) => void

const events: { readonly [name: string]: Event } = {
  contentBlockStart: (draft, open, value) => start(draft, open, value["contentBlockIndex"], value),
  contentBlockDelta: (draft, open, value) =>
    goOn(draft, open, value["contentBlockIndex"], objectOf(value["delta"]) ?? {}),
  contentBlockStop: (draft, open, value) => stop(draft, open, value["contentBlockIndex"]),
  messageStop: (draft, _, value) => conclude(draft, value),
  metadata: (draft, _, value) => {
    draft.usage = converseUsage(value["usage"])
    draft.over = draft.finished
  },
}

/** The framing names an event; an exception ends the stream. */
const take = (draft: Draft, open: Open, name: string, value: Json): void => {
  const told = errorOf(value)
  if (told !== undefined) breakOff(draft, told)
  else if (Object.hasOwn(events, name)) events[name]?.(draft, open, value)
  else if (/(?:Exception|Error)$/.test(name))
    breakOff(draft, [name, filledOf(value["message"]) ?? filledOf(value["originalMessage"])].join(": "))
}

const wholeBlock = (draft: Draft, open: Open, block: Json, json: string): void => {
  const thought = objectOf(block["reasoningContent"])
  const call = objectOf(block["toolUse"])
  const text = stringOf(block["text"])
  const cited = objectOf(block["citationsContent"])
  if (text !== undefined) goOn(draft, open, undefined, { text })
  else if (thought !== undefined)
    reason(draft, open, undefined, objectOf(thought["reasoningText"]) ?? thought)
  else if (call !== undefined) {
    const named = { callId: filledOf(call["toolUseId"]), name: filledOf(call["name"]) }
    callWhole(draft, named, rawAt(json, "toolUse", "input") ?? "{}")
  } else if (cited !== undefined)
    for (const item of listOf(cited["content"])) goOn(draft, open, undefined, objectOf(item) ?? {})
  else put(draft, { kind: "opaque", source: "converse", json })
  open.clear()
}

export const converse = (draft: Draft): Reading => {
  const open: Open = new Map()
  return {
    frame: (value, { event: name }) => take(draft, open, name ?? "", value),
    whole: (value, json) => {
      const content = objectOf(objectOf(value["output"])?.["message"])?.["content"]
      if (!Array.isArray(content)) fail(draft, "reply-unreadable", filledOf(value["message"]) ?? "no content")
      listOf(content).forEach((item, index) => {
        const block = objectOf(item)
        const own = rawAt(json, "output", "message", "content", index) ?? ""
        if (block !== undefined) wholeBlock(draft, open, block, own)
      })
      draft.usage = converseUsage(value["usage"])
      conclude(draft, value)
      draft.finished ||= draft.failure === undefined
    },
  }
}
