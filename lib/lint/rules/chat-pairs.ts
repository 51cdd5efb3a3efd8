import type { Body } from "../body.ts"
import { once } from "../once.ts"
import { amongIds, type CallPart, callsOf, type Message } from "../part.ts"
import { type Hit, hitCall, hitMessage, type Rule } from "../rule.ts"
import { gather, sift } from "../sift.ts"
import { repeatedCalls, unfitIds } from "./anthropic-pairs.ts"
import { answers, base, generic } from "./chat.ts"

const exceptDeepseek = (body: Body): boolean => generic(body) && body.target.like !== "deepseek"

/** The tool messages from a place on. */
const runFrom = ({ messages }: Body, start: number): readonly Message[] => {
  let end = start
  while (messages[end]?.voice === "tool") end += 1
  return messages.slice(start, end)
}

/** Whether the tool messages behind one that is no tool's answer its calls one by one, as they mostly do. */
const isSettled = ({ messages }: Body, { index, parts }: Message): boolean => {
  let last = index
  const isAnswered = parts.every((part) => {
    if (part.is !== "call") return true
    last += 1
    const [answer] = messages[last]?.parts ?? []
    return answer?.is === "result" && answer.id === part.id
  })
  return isAnswered && messages[last + 1]?.voice !== "tool"
}

/** A message's calls, and the tool messages right behind it; the first of a history may be such a message itself. */
type Run = {
  readonly message: Message
  readonly calls: readonly CallPart[]
  readonly tools: readonly Message[]
}

const unsettled = once((body: Body): readonly Run[] =>
  sift(body.messages, (message, index) => {
    const isTool = message.voice === "tool"
    if (isTool ? index > 0 : isSettled(body, message)) return undefined
    return { message, calls: callsOf(message), tools: runFrom(body, isTool ? index : index + 1) }
  }),
)

/** Whether what cuts a run of results short is a picture, with results of the same calls behind it. */
const cutByPicture = (body: Body, calls: readonly CallPart[], behind: number): Message | undefined => {
  const between = body.messages[behind]
  const isPicture = between?.voice === "user" && between.parts.some((part) => part.is === "image")
  if (between === undefined || !isPicture) return undefined
  const isLater = amongIds(answers(runFrom(body, behind + 1)))
  return calls.some(({ id }) => isLater(id)) ? between : undefined
}

type Open = {
  readonly message: Message
  readonly calls: readonly CallPart[]
  readonly picture: Message | undefined
}

/** Assistant messages with calls that the run behind them leaves open. */
const open = once((body: Body) =>
  sift(unsettled(body), ({ message, calls: all, tools }): Open | undefined => {
    const isAnswered = amongIds(answers(tools))
    const calls = message.voice === "assistant" ? all.filter(({ id }) => !isAnswered(id)) : []
    if (calls.length === 0) return undefined
    return { message, calls, picture: cutByPicture(body, calls, message.index + tools.length + 1) }
  }),
)

const unanswered = (body: Body): readonly Hit[] =>
  open(body).flatMap(({ message, calls, picture }) =>
    picture === undefined ? calls.map((call) => hitCall(message, call)) : [],
  )

const cut = (body: Body): readonly Hit[] =>
  open(body).flatMap(({ picture }) => (picture === undefined ? [] : [hitMessage(picture)]))

/** Tool messages whose call is not in the message before their run, nor left open further back. */
const orphans = (body: Body): readonly Hit[] => {
  const isLeft = amongIds(open(body).flatMap(({ calls }) => calls))
  return gather(unsettled(body), ({ calls, tools }) => {
    const isAsked = amongIds(calls)
    return gather(tools, (message) =>
      sift(message.parts, (part) =>
        part.is === "result" && !isAsked(part.id) && !isLeft(part.id) ? hitCall(message, part) : undefined,
      ),
    )
  })
}

/** Calls and their results in the chat shape (`wire-rules.md` section 3). */
export const chatPairs: readonly Rule[] = [
  {
    ...base,
    id: "openai-chat/tool-after-calls",
    confidence: "B",
    on: exceptDeepseek,
    meaning: "A call has no tool message in the run right behind it.",
    fix: "Put its result there; where there is none, one that says that the call was interrupted.",
    source: "public reports of several servers",
    check: unanswered,
  },
  {
    ...base,
    id: "deepseek/tool-count",
    confidence: "B",
    on: ({ shape, target }) => shape === "chat" && target.like === "deepseek",
    meaning: "A call has no tool message in the run right behind it.",
    fix: "Put its result there; where there is none, one that says that the call was interrupted.",
    source: "public reports",
    check: unanswered,
  },
  {
    ...base,
    id: "openai-chat/tool-has-call",
    confidence: "B",
    on: generic,
    meaning: "A tool message answers no call of the assistant message before it.",
    fix: "Keep the call in history, or turn the result into plain text.",
    source: "public reports",
    check: orphans,
  },
  {
    ...base,
    id: "openai-chat/images-between-tools",
    confidence: "B",
    on: generic,
    meaning: "A message with a picture stands between two results of one assistant message.",
    fix: "Move it behind the whole run of results.",
    source: "other clients' code",
    check: cut,
  },
  {
    ...base,
    id: "openai-chat/tool-id-unique",
    confidence: "C",
    on: generic,
    meaning: "Two calls of one message have one id.",
    fix: "Rewrite the later id, on its call and its result alike.",
    source: "a public report",
    check: repeatedCalls("message"),
  },
  {
    ...base,
    id: "openai-chat/tool-id-40",
    confidence: "B",
    on: generic,
    meaning: "A call's id is longer than this server takes.",
    fix: "Shorten it by a hash, on the call and its result alike.",
    source: "public reports",
    check: (body) =>
      unfitIds(
        (id) => id.length <= body.target.ids.most,
        (id) => ({ characters: id.length, limit: body.target.ids.most }),
      )(body),
  },
]
