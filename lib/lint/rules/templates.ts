import type { Body } from "../body.ts"
import { inputAt } from "../part.ts"
import { type Hit, hitInCall, hitMessage, type Rule } from "../rule.ts"
import { sift } from "../sift.ts"
import { isTwiceEncoded } from "./common-calls.ts"

/** Servers of the chat shape that render a model's own template: vLLM, llama.cpp and others. */
const on = ({ shape, target }: Body): boolean => shape === "chat" && target.like === "openai-compatible"

const systems = (body: Body): readonly Hit[] =>
  sift(body.messages, (message) =>
    message.voice === "system" && message.index > 0 ? hitMessage(message) : undefined,
  )

const hasUser = ({ messages }: Body): boolean =>
  messages.some(({ voice, parts }) => voice === "user" && parts.length > 0)

const tail = ({ messages }: Body): number => messages.findLastIndex(({ voice }) => voice !== "assistant") + 1

const assistants = (body: Body): readonly Hit[] => {
  const [, second] = body.messages.slice(tail(body))
  return second === undefined ? [] : [hitMessage(second)]
}

/** Neighbours of one voice, and a first that is not the user's; what ends the list has a rule of its own. */
const repeated = (body: Body): readonly Hit[] => {
  const end = tail(body)
  const said = body.messages.filter(({ voice, index }) => voice !== "system" && index < Math.max(end, 1))
  return said.flatMap((message, index) => {
    const before = said[index - 1]
    const isRepeat = before?.voice === message.voice && message.voice !== "tool"
    const isFirst = before === undefined && message.voice === "assistant"
    return isRepeat || isFirst ? [hitMessage(message, { role: message.role })] : []
  })
}

const twice = (body: Body): readonly Hit[] =>
  sift(body.calls, ({ message, part }) => {
    const isEncoded = typeof part.input === "string" && part.json === "string" && isTwiceEncoded(part.input)
    return isEncoded ? hitInCall(message, part, inputAt(part)) : undefined
  })

const base = { confidence: "B", effect: "reject", scope: "S", on } as const

/** What local servers' templates demand (`wire-rules.md` section 9). */
export const templates: readonly Rule[] = [
  {
    ...base,
    id: "qwen-template/system-first",
    meaning:
      "A system message stands behind another message; some templates take one only, at the beginning.",
    fix: "Fold it into the first, or send it as a user's text that says what it is.",
    source: "public reports of two servers",
    check: systems,
  },
  {
    ...base,
    id: "qwen-template/user-query",
    confidence: "C",
    meaning: "No user's message is left, which some templates refuse.",
    fix: "Keep the first real user's turn.",
    source: "a public report",
    check: (body) => (hasUser(body) ? [] : [{ at: "/messages" }]),
  },
  {
    ...base,
    id: "template/alternate",
    meaning:
      "Two messages of one voice stand next to each other, or the first is the assistant's; strict templates refuse that.",
    fix: "Merge neighbours, and begin with a user's message.",
    source: "public reports",
    check: repeated,
  },
  {
    ...base,
    id: "llamacpp/assistant-tail",
    meaning: "The list ends with two or more assistant messages.",
    fix: "Merge them, or add the user's next message.",
    source: "public reports",
    check: assistants,
  },
  {
    ...base,
    id: "vllm/args-json",
    effect: "drop",
    meaning: "Arguments that were encoded twice become `{}` without a word.",
    fix: "Unwrap them.",
    source: "public reports",
    check: twice,
  },
]
