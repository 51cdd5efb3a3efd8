import type { Usage } from "#lib/record/entry.ts"
import {
  amend,
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
import {
  countOf,
  filledOf,
  type Json,
  known,
  listOf,
  objectOf,
  partsOf,
  rawAt,
  stringOf,
  sumOf,
} from "./json.ts"
import { nativeOf, type OpenBlock, opaqueWith } from "./messages-block.ts"
import { isServerResult, serverResult } from "./messages-server.ts"
import { type Stops, stopOf } from "./stops.ts"

/** Anthropic Messages: content blocks, begun, gone on with and ended one by one. */

const stops: Stops = {
  end_turn: "end",
  stop_sequence: "end",
  tool_use: "tool-calls",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  refusal: "refusal",
}

/** Their `input_tokens` leaves out what was read from or written to the cache; our `input` is all of the prompt. */
export const messagesUsage = (usage: Json): Usage | undefined => {
  const cacheRead = countOf(usage["cache_read_input_tokens"])
  const cacheWrite = countOf(usage["cache_creation_input_tokens"])
  const fresh = countOf(usage["input_tokens"])
  const counted = known({
    input: fresh === undefined ? undefined : sumOf(fresh, cacheRead, cacheWrite),
    cacheRead,
    cacheWrite,
    output: countOf(usage["output_tokens"]),
    reasoning: countOf(objectOf(usage["output_tokens_details"])?.["thinking_tokens"]),
  })
  return Object.keys(counted).length === 0 ? undefined : counted
}

const beginThought = (draft: Draft, value: Json): number => {
  const index = begin(draft, "reasoning")
  say(draft, index, stringOf(value["thinking"]) ?? "")
  const signature = filledOf(value["signature"])
  if (signature !== undefined) seal(draft, index, { kind: "anthropic-signature", value: signature })
  return index
}

const beginCall = (draft: Draft, value: Json): number => {
  const server = value["type"] !== "tool_use"
  const call = { callId: filledOf(value["id"]), name: filledOf(value["name"]) }
  return callWhole(draft, call, "", server ? { providerExecuted: true } : {})
}

const beginRedacted = (draft: Draft, data: string): number => {
  const index = begin(draft, "reasoning")
  seal(draft, index, { kind: "anthropic-redacted", value: data })
  return index
}

/** Begins a block; undefined for a text that says nothing yet. */
const beginBlock = (draft: Draft, value: Json, json: string): number | undefined => {
  const type = stringOf(value["type"]) ?? ""
  const data = stringOf(value["data"])
  const words = stringOf(value["text"])
  if (type === "text" && words !== undefined) return undefined
  if (type === "thinking") return beginThought(draft, value)
  if (type === "redacted_thinking" && data !== undefined) return beginRedacted(draft, data)
  if (type === "tool_use" || type === "server_tool_use" || type === "mcp_tool_use")
    return beginCall(draft, value)
  if (isServerResult(value)) return put(draft, serverResult(draft.blocks, value, json))
  return put(draft, { kind: "opaque", source: "messages", json })
}

type Reader = {
  readonly draft: Draft
  readonly open: Map<unknown, OpenBlock>
  readonly usage: Map<string, unknown>
}

const speak = (draft: Draft, block: OpenBlock, text: string): void => {
  if (text === "") return
  block.at ??= begin(draft, "text")
  say(draft, block.at, text)
}

const start = ({ draft, open }: Reader, index: unknown, value: Json, json: string): void => {
  const block: OpenBlock = { at: beginBlock(draft, value, json), value, json, citations: [] }
  open.set(index, block)
  if (block.at === undefined) {
    speak(draft, block, stringOf(value["text"]) ?? "")
    block.citations.push(...partsOf(rawAt(json, "citations") ?? "").map((part) => part.json))
  }
}

const goOn = ({ draft, open }: Reader, index: unknown, delta: Json, json: string): void => {
  const block = open.get(index)
  if (block === undefined) return
  const { type } = delta
  const { at } = block
  if (type === "text_delta") speak(draft, block, stringOf(delta["text"]) ?? "")
  else if (type === "citations_delta") block.citations.push(rawAt(json, "citation") ?? "null")
  else if (at === undefined) return
  else if (type === "thinking_delta") say(draft, at, stringOf(delta["thinking"]) ?? "")
  else if (type === "input_json_delta") argue(draft, at, stringOf(delta["partial_json"]) ?? "")
  else if (type === "signature_delta")
    seal(draft, at, { kind: "anthropic-signature", value: stringOf(delta["signature"]) ?? "" })
  else opaqueWith(draft, at, json)
}

/** Ends a block: arguments that came with its beginning, and its own JSON where our fields do not hold all of it. */
const stop = ({ draft, open }: Reader, index: unknown): void => {
  const block = open.get(index)
  open.delete(index)
  if (block?.at === undefined) return
  const held = draft.blocks[block.at]
  if (held?.kind === "tool-call" && held.arguments === "")
    argue(draft, block.at, rawAt(block.json, "input") ?? "{}")
  const native = nativeOf(draft.blocks[block.at], block)
  if (native !== undefined) amend(draft, block.at, { native: { api: "messages", json: native } })
}

/** Counts of a stream are cumulative: the last one of each name stands. */
const count = ({ draft, usage }: Reader, value: unknown): void => {
  for (const [name, given] of Object.entries(objectOf(value) ?? {}))
    if (given !== null) usage.set(name, given)
  draft.usage = messagesUsage(Object.fromEntries(usage))
}

const identify = (reader: Reader, message: Json): void => {
  reader.draft.responseId = filledOf(message["id"])
  reader.draft.model = filledOf(message["model"])
  count(reader, message["usage"])
}

/** A paused turn has no word of ours for how it stopped: it goes on. */
const conclude = ({ draft }: Reader, message: Json): void => {
  const reason = filledOf(message["stop_reason"])
  if (reason === undefined) return
  const why = filledOf(objectOf(message["stop_details"])?.["explanation"])
  finish(draft, stopOf(stops, reason), why)
}

const whole = (reader: Reader, message: Json, json: string): void => {
  identify(reader, message)
  listOf(message["content"]).forEach((item, index) => {
    const value = objectOf(item)
    if (value === undefined) return
    start(reader, index, value, rawAt(json, "content", index) ?? "")
    stop(reader, index)
  })
  conclude(reader, message)
}

type Event = (reader: Reader, value: Json, json: string) => void

const events: { readonly [type: string]: Event } = {
  message_start: (reader, value) => identify(reader, objectOf(value["message"]) ?? {}),
  content_block_start: (reader, value, json) => {
    const block = objectOf(value["content_block"])
    if (block !== undefined) start(reader, value["index"], block, rawAt(json, "content_block") ?? "")
  },
  content_block_delta: (reader, value, json) => {
    const delta = objectOf(value["delta"])
    if (delta !== undefined) goOn(reader, value["index"], delta, rawAt(json, "delta") ?? "")
  },
  content_block_stop: (reader, value) => stop(reader, value["index"]),
  message_delta: (reader, value) => {
    count(reader, value["usage"])
    conclude(reader, objectOf(value["delta"]) ?? {})
  },
  message_stop: ({ draft }) => {
    draft.finished = true
    draft.over = true
  },
}

/** A ping, or an event of a newer kind, says nothing of the reply. */
const take: Event = (reader, value, json) => {
  const told = errorOf(value)
  const type = stringOf(value["type"]) ?? ""
  if (told !== undefined) breakOff(reader.draft, told)
  else if (Object.hasOwn(events, type)) events[type]?.(reader, value, json)
}

export const messages = (draft: Draft): Reading => {
  const reader: Reader = { draft, open: new Map(), usage: new Map() }
  return {
    frame: (value, { data }) => take(reader, value, data),
    whole: (value, json) => {
      const told = errorOf(value)
      if (told !== undefined) breakOff(draft, told)
      else if (!Array.isArray(value["content"])) fail(draft, "reply-unreadable", "no content")
      else whole(reader, value, json)
      draft.finished ||= draft.failure === undefined
    },
  }
}
