import { listOf, objectOf } from "#lib/record/json.ts"
import type { Body } from "../body.ts"
import { hasCalls, inputAt, type Message, type ResultPart } from "../part.ts"
import { firstOf, type Hit, hitAt, hitInCall, hitMessage, type Rule } from "../rule.ts"
import { gather, sift } from "../sift.ts"
import { unfitNames } from "./anthropic-pairs.ts"

export const onChat = ({ shape }: Body): boolean => shape === "chat"

/** Mistral's order and ids have rules of their own. */
export const generic = (body: Body): boolean => onChat(body) && body.target.like !== "mistral"

export const answers = (messages: readonly Message[]): readonly ResultPart[] =>
  gather(messages, ({ parts }) => parts.filter((part) => part.is === "result"))

const emptyLists = (body: Body): readonly Hit[] =>
  sift(body.messages, (message) =>
    listOf(message.value["content"])?.length === 0 ? hitAt(message, `${message.at}/content`) : undefined,
  )

const known = new Set(["system", "user", "assistant", "tool", "function"])

const roles = (body: Body): readonly Hit[] =>
  sift(body.messages, (message) => {
    const isKnown =
      known.has(message.role) || (message.role === "developer" && body.target.system === "developer")
    return isKnown ? undefined : hitMessage(message, { role: message.role })
  })

const nullContents = (body: Body): readonly Hit[] =>
  sift(body.messages, (message) => {
    const { content, function_call: call } = message.value
    const isNull = content === null || content === undefined
    const calls = hasCalls(message) || objectOf(call) !== undefined
    const refuses = typeof message.value["refusal"] === "string"
    return message.voice === "assistant" && isNull && !calls && !refuses ? hitMessage(message) : undefined
  })

/** Parts of an assistant's list that are neither text nor its only refusal. */
const wrongParts = (message: Message, list: readonly unknown[]): readonly Hit[] => {
  const types = list.map((part) => objectOf(part)?.["type"])
  const isMixed = types.includes("refusal") && types.length > 1
  return sift(types, (type, index) =>
    (type !== "text" && type !== "refusal") || (isMixed && type === "refusal")
      ? hitAt(message, `${message.at}/content/${index}`)
      : undefined,
  )
}

const assistantParts = (body: Body): readonly Hit[] =>
  gather(body.messages, (message) => {
    const list = message.voice === "assistant" ? listOf(message.value["content"]) : undefined
    return list === undefined ? undefined : wrongParts(message, list)
  })

export const resultsNotText = (body: Body): readonly Hit[] =>
  sift(body.parts, ({ message, part, within }) =>
    within === undefined || part.is === "text" ? undefined : hitInCall(message, within, part.at),
  )

const argumentStrings = (body: Body): readonly Hit[] =>
  sift(body.calls, ({ message, part }) => {
    if (part.form === "free") return undefined
    const isJson = part.json !== undefined
    return isJson ? undefined : hitInCall(message, part, inputAt(part))
  })

const details = new Set<unknown>(["auto", "low", "high", undefined])

const imageDetails = (body: Body): readonly Hit[] =>
  sift(body.images, ({ message, part }) => {
    const detail = objectOf(part.value["image_url"])?.["detail"]
    return details.has(detail) ? undefined : hitAt(message, `${part.at}/image_url/detail`)
  })

/** Lists that hold nothing but text, where a string would do. */
const lists = (body: Body): readonly Hit[] =>
  sift(body.messages, (message) => {
    const list = listOf(message.value["content"]) ?? []
    const isText = list.length > 0 && list.every((part) => objectOf(part)?.["type"] === "text")
    return isText ? hitAt(message, `${message.at}/content`) : undefined
  })

const foreignFields = (body: Body): readonly Hit[] =>
  gather(body.messages, (message) => {
    const { reasoning_content: text, reasoning_details: details } = message.value
    if (text === undefined && details === undefined) return undefined
    return [
      ...(text === undefined ? [] : [hitAt(message, `${message.at}/reasoning_content`)]),
      ...(details === undefined ? [] : [hitAt(message, `${message.at}/reasoning_details`)]),
    ]
  })

const messageNames = (body: Body): readonly Hit[] =>
  sift(body.messages, (message) => {
    const { name } = message.value
    return typeof name === "string" && /[\s<>/\\|]/.test(name)
      ? hitAt(message, `${message.at}/name`)
      : undefined
  })

export const base = { effect: "reject", scope: "S" } as const

/** The OpenAI chat shape (`wire-rules.md` section 3). */
export const chat: readonly Rule[] = [
  {
    ...base,
    id: "openai-chat/messages-min",
    confidence: "A",
    on: onChat,
    meaning: "There is no message.",
    fix: "Send at least one.",
    source: "published schema",
    check: ({ messages }) => (messages.length === 0 ? [{ at: "/messages" }] : []),
  },
  {
    ...base,
    id: "openai-chat/content-array-min",
    confidence: "A",
    on: onChat,
    meaning: "A message's content is an empty list.",
    fix: "Leave the message out, or give it content.",
    source: "published schema",
    check: emptyLists,
  },
  {
    ...base,
    id: "openai-chat/roles",
    confidence: "A",
    on: onChat,
    meaning: "This server does not know a message's role.",
    fix: "Use `system`, `user`, `assistant` or `tool`.",
    source: "published schema; another client's table of servers",
    check: roles,
  },
  {
    ...base,
    id: "openai-chat/assistant-content-null",
    confidence: "A",
    on: generic,
    meaning: "An assistant message has neither content nor calls.",
    fix: "Leave the message out.",
    source: "published schema",
    check: nullContents,
  },
  {
    ...base,
    id: "openai-chat/assistant-parts",
    confidence: "A",
    on: generic,
    meaning: "An assistant message holds a part that is neither text nor a single refusal.",
    fix: "Move pictures to a user's message behind.",
    source: "published schema",
    check: assistantParts,
  },
  {
    ...base,
    id: "openai-chat/tool-parts-text-only",
    confidence: "A",
    on: generic,
    meaning: "A tool's message holds something else than text.",
    fix: "Send a line of text there, and the picture in a user's message behind all results.",
    source: "published schema",
    check: resultsNotText,
  },
  {
    ...base,
    id: "openai-chat/arguments-string",
    confidence: "B",
    on: onChat,
    meaning: "A call's arguments are not a string of JSON.",
    fix: "Send the object as JSON text; where there is none, `{}`.",
    source: "public reports of several servers",
    check: argumentStrings,
  },
  {
    ...base,
    id: "openai-chat/function-name",
    confidence: "A",
    on: generic,
    meaning: "A tool's name is not of 1 to 64 letters, digits, `_` or `-`.",
    fix: "Rename it by a map that keeps names apart, in declarations and history alike.",
    source: "published schema",
    check: unfitNames((name) => /^[a-zA-Z0-9_-]{1,64}$/.test(name), "everywhere"),
  },
  {
    ...base,
    id: "openai-chat/message-name",
    confidence: "X",
    on: onChat,
    meaning: "A message's `name` holds white space, angle brackets, a slash, a backslash or a bar.",
    fix: "Leave them out.",
    source: "unverified",
    check: messageNames,
  },
  {
    ...base,
    id: "openai-chat/image-detail",
    confidence: "A",
    on: onChat,
    meaning: "A picture's `detail` is none of `auto`, `low` and `high`.",
    fix: "Leave it out, or use one of these.",
    source: "published schema",
    check: imageDetails,
  },
  {
    ...base,
    id: "openai-chat/tools-max",
    confidence: "C",
    on: onChat,
    meaning: "More than 128 tools are declared.",
    fix: "Declare fewer.",
    source: "the published schema's deprecated field",
    check: ({ tools }) =>
      tools.length > 128 ? [{ at: "/tools/128", facts: { tools: tools.length, limit: 128 } }] : [],
  },
  {
    ...base,
    id: "openai-chat/parallel",
    confidence: "X",
    on: onChat,
    meaning: "`parallel_tool_calls` is set without tools.",
    fix: "Leave it out.",
    source: "unverified",
    check: ({ root, tools }) =>
      "parallel_tool_calls" in root && tools.length === 0 ? [{ at: "/parallel_tool_calls" }] : [],
  },
  {
    ...base,
    id: "openai-chat/reasoning-fields",
    confidence: "X",
    on: ({ shape, target }) => shape === "chat" && target.reasoning.form === "dropped",
    meaning: "A message has a field for reasoning that this server does not define.",
    fix: "Leave it out.",
    source: "unverified",
    check: (body) => firstOf(foreignFields(body)),
  },
  {
    ...base,
    id: "openai-chat/string-not-array",
    confidence: "B",
    effect: "degrade",
    on: ({ shape, target }) =>
      shape === "chat" && ["openai-compatible", "kimi", "deepseek", "glm"].includes(target.like),
    meaning:
      "Text is sent as a list of parts, which some servers refuse and some models repeat as literal text.",
    fix: "Send it as a string.",
    source: "another client's code; a public report",
    check: (body) => firstOf(lists(body)),
  },
]
