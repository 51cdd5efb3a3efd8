import { type Body, under } from "../body.ts"
import { firstCall, hasCalls, type Message } from "../part.ts"
import { type Hit, hitInCall, hitMessage, type Rule } from "../rule.ts"

const on = ({ shape, target }: Body): boolean => shape === "chat" && target.like === "deepseek"
const thinks = (body: Body): boolean => on(body) && under(body.root, "thinking")["type"] !== "disabled"

/** Stretches from one user's message to the next. */
const stretches = ({ messages }: Body): readonly (readonly Message[])[] => {
  const all: Message[][] = [[]]
  for (const message of messages) {
    if (message.voice === "user") all.push([])
    else all.at(-1)?.push(message)
  }
  return all
}

const lacks = ({ voice, value }: Message): boolean =>
  voice === "assistant" && typeof value["reasoning_content"] !== "string"

const hit = (message: Message): Hit => {
  const call = firstCall(message)
  return call === undefined ? hitMessage(message) : hitInCall(message, call, message.at)
}

const loops = (body: Body): readonly (readonly Message[])[] =>
  stretches(body).filter((messages) => messages.some(hasCalls))

/** Assistant messages of tool loops without the field, with calls or without; those of older turns only, or all. */
const missing = (body: Body, withCalls: boolean): readonly Hit[] =>
  loops(body).flatMap((messages) =>
    messages.filter((message) => lacks(message) && hasCalls(message) === withCalls).map(hit),
  )

const ignored = ["temperature", "top_p", "presence_penalty", "frequency_penalty"]

/** DeepSeek (`wire-rules.md` section 7). */
export const deepseek: readonly Rule[] = [
  {
    id: "deepseek/reasoning-tool-turns",
    confidence: "A",
    effect: "reject",
    scope: "M",
    on: thinks,
    meaning:
      "An assistant message with calls lacks its `reasoning_content`, which every later request must hold too.",
    fix: "Send the reasoning that was received with the calls.",
    source: "provider documentation; public reports",
    check: (body) => missing(body, true),
  },
  {
    id: "deepseek/reasoning-field-present",
    confidence: "B",
    effect: "reject",
    scope: "M",
    on: thinks,
    meaning:
      "An assistant message with calls has no field `reasoning_content`; it must be there even where it is empty.",
    fix: 'Send `""` where nothing was reasoned.',
    source: "public reports",
    check: (body) => missing(body, true),
  },
  {
    id: "deepseek/reasoning-all",
    confidence: "B",
    effect: "reject",
    scope: "M",
    on: thinks,
    meaning: "An assistant message of a turn that used tools lacks its `reasoning_content`.",
    fix: "Send the field on every assistant message of that turn.",
    source: "a public report that agrees with the documentation",
    check: (body) => missing(body, false),
  },
  {
    id: "deepseek/silent-params",
    confidence: "A",
    effect: "drop",
    scope: "M",
    on: thinks,
    meaning: "Sampling parameters are ignored while thinking is on.",
    fix: "Leave them out, or turn thinking off.",
    source: "provider documentation",
    check: ({ root }) => ignored.flatMap((key) => (root[key] === undefined ? [] : [{ at: `/${key}` }])),
  },
]
