import { listOf, objectOf } from "#lib/record/json.ts"
import type { Body } from "../body.ts"
import { inputAt, type Message, type Part } from "../part.ts"
import { firstOf, type Hit, hitAt, hitCall, hitInCall, hitMessage, type Rule } from "../rule.ts"
import { gather, sift } from "../sift.ts"
import { unfitIds, unfitNames } from "./anthropic-pairs.ts"
import { surveyOf } from "./common.ts"

export const on = ({ shape }: Body): boolean => shape === "responses"

export const onXai = ({ shape, target }: Body): boolean => shape === "responses" && target.like === "xai"

/** Items that the server holds already may answer and be answered. */
const continues = ({ root }: Body): boolean =>
  typeof root["previous_response_id"] === "string" || (root["conversation"] ?? null) !== null

export const typeOf = ({ value, role }: Message): string =>
  typeof value["type"] === "string" ? value["type"] : role === "" ? "" : "message"

export const isReference = (message: Message): boolean => typeOf(message) === "item_reference"

const openCalls = (body: Body): readonly Hit[] => {
  const answered = new Set(body.results.map(({ part }) => part.id))
  return sift(body.calls, ({ message, part }) => (answered.has(part.id) ? undefined : hitCall(message, part)))
}

export const calls = (body: Body): ReadonlyMap<string | undefined, number> =>
  new Map(body.calls.toReversed().map(({ message, part }) => [part.id, message.index]))

const orphans = (body: Body): readonly Hit[] => {
  if (continues(body) || body.messages.some(isReference)) return []
  const known = calls(body)
  return sift(body.results, ({ message, part }) => (known.has(part.id) ? undefined : hitCall(message, part)))
}

const early = (body: Body): readonly Hit[] => {
  const known = calls(body)
  return sift(body.results, ({ message, part }) =>
    (known.get(part.id) ?? -1) > message.index ? hitCall(message, part) : undefined,
  )
}

const isLongId = (id: string): boolean => id.length <= 64

const longest = { text: 10_485_760, picture: 20_971_520, file: 73_400_320 } as const

const over = (message: Message, at: string, value: unknown, limit: number): readonly Hit[] =>
  typeof value === "string" && value.length > limit
    ? [hitAt(message, at, { characters: value.length, limit })]
    : []

const tooLong = (body: Body): readonly Hit[] => {
  if (surveyOf(body).longest <= longest.text) return []
  return gather(body.parts, ({ message, part }) => {
    if (part.is === "text")
      return over(message, "text" in part.value ? `${part.at}/text` : part.at, part.text, longest.text)
    if (part.is !== "image" && part.is !== "other") return undefined
    return [
      ...over(message, `${part.at}/image_url`, part.value["image_url"], longest.picture),
      ...over(message, `${part.at}/file_data`, part.value["file_data"], longest.file),
    ]
  })
}

const repeatedItems = (body: Body): readonly Hit[] => {
  const seen = new Set<string>()
  return sift(body.messages, (message) => {
    const { id } = message.value
    if (typeof id !== "string" || id === "") return undefined
    const isKnown = seen.has(id)
    seen.add(id)
    return isKnown ? hitAt(message, `${message.at}/id`, { id }) : undefined
  })
}

const prefixes: { readonly [type: string]: string } = {
  reasoning: "rs_",
  function_call: "fc_",
  message: "msg_",
}

const unprefixed = (body: Body): readonly Hit[] =>
  sift(body.messages, (message) => {
    const prefix = prefixes[typeOf(message)]
    const { id } = message.value
    return prefix === undefined || typeof id !== "string" || id.startsWith(prefix)
      ? undefined
      : hitAt(message, `${message.at}/id`, { prefix })
  })

const argumentTypes = (body: Body): readonly Hit[] => [
  ...sift(body.calls, ({ message, part }) =>
    part.form === "json-text" && typeof part.input !== "string"
      ? hitInCall(message, part, inputAt(part))
      : undefined,
  ),
  ...sift(body.messages, (message) =>
    typeOf(message) === "tool_search_call" && objectOf(message.value["arguments"]) === undefined
      ? hitAt(message, `${message.at}/arguments`)
      : undefined,
  ),
]

const compactions = (body: Body): readonly Hit[] =>
  gather(body.messages, (message) =>
    typeOf(message) === "compaction"
      ? over(message, `${message.at}/encrypted_content`, message.value["encrypted_content"], longest.picture)
      : undefined,
  )

const isOutputPart = (part: Part): boolean => {
  const { type } = part.value
  return type === undefined || type === "output_text" || type === "refusal"
}

const assistantInputs = (body: Body): readonly Hit[] =>
  gather(body.messages, (message) =>
    typeOf(message) === "message" && message.voice === "assistant"
      ? sift(message.parts, (part) => (isOutputPart(part) ? undefined : hitAt(message, part.at)))
      : undefined,
  )

const emptyMessages = (body: Body): readonly Hit[] =>
  sift(body.messages, (message) => {
    const { content } = message.value
    const isEmpty =
      content === "" || content === null || content === undefined || listOf(content)?.length === 0
    return typeOf(message) === "message" && isEmpty && message.at !== "/input"
      ? hitMessage(message)
      : undefined
  })

export const base = { effect: "reject", scope: "S", on } as const

/** OpenAI Responses and its relatives (`wire-rules.md` section 4, and xAI's of section 9). */
export const responses: readonly Rule[] = [
  {
    ...base,
    id: "responses/call-has-output",
    confidence: "B",
    meaning: "A call has no output.",
    fix: "Put its output right behind it; where there is none, one that says that the call was interrupted.",
    source: "public reports",
    check: openCalls,
  },
  {
    ...base,
    id: "responses/output-has-call",
    confidence: "B",
    meaning: "An output's call is not in the input.",
    fix: "Keep the call in history, or turn the output into plain text.",
    source: "public reports",
    check: orphans,
  },
  {
    ...base,
    id: "responses/output-after-call",
    confidence: "C",
    meaning: "An output stands before its call.",
    fix: "Move it right behind the call.",
    source: "inference",
    check: early,
  },
  {
    ...base,
    id: "responses/call-id-64",
    confidence: "A",
    meaning: "A `call_id` is longer than 64 characters, even if the server made it.",
    fix: "Shorten it by a hash, on the call and its output alike.",
    source: "published schema; public reports",
    check: unfitIds(isLongId, (id) => ({ characters: id.length, limit: 64 })),
  },
  {
    ...base,
    id: "responses/output-10mib",
    confidence: "A",
    meaning: "A string is longer than the server takes.",
    fix: "Send its head and tail with a note of what was cut.",
    source: "published schema",
    check: tooLong,
  },
  {
    ...base,
    id: "responses/item-id-unique",
    confidence: "B",
    meaning: "An item stands twice in the input.",
    fix: "Send it once, by reference or in full.",
    source: "a public report",
    check: repeatedItems,
  },
  {
    ...base,
    id: "responses/item-id-prefix",
    confidence: "X",
    meaning: "An item's id does not begin as ids of its type do.",
    fix: "Send the id that was received, or none.",
    source: "unverified",
    check: (body) => firstOf(unprefixed(body)),
  },
  {
    ...base,
    id: "responses/assistant-output-text",
    confidence: "X",
    meaning: "An assistant message holds parts that only a user's has.",
    fix: "Use `output_text`.",
    source: "unverified",
    check: assistantInputs,
  },
  {
    ...base,
    id: "responses/function-name-128",
    confidence: "A",
    meaning: "A tool's name is not of 1 to 128 letters, digits, `_` or `-`.",
    fix: "Rename it by a map that keeps names apart, in declarations and history alike.",
    source: "published schema",
    check: unfitNames((name) => /^[a-zA-Z0-9_-]{1,128}$/.test(name), "everywhere"),
  },
  {
    ...base,
    id: "responses/arguments-type",
    confidence: "C",
    meaning: "A function call's arguments are no string, or a tool search's no object.",
    fix: "Send JSON text for the one and the object itself for the other.",
    source: "a public report",
    check: argumentTypes,
  },
  {
    ...base,
    id: "responses/compaction-item",
    confidence: "A",
    meaning: "A compaction item's content is longer than the server takes.",
    fix: "Compact anew.",
    source: "published schema",
    check: compactions,
  },
  {
    id: "xai/content-element",
    confidence: "B",
    effect: "reject",
    scope: "S",
    on: onXai,
    meaning: "A message has no content.",
    fix: "Leave it out.",
    source: "public reports",
    check: emptyMessages,
  },
]
