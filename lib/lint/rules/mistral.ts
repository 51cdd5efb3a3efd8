import { listOf, objectOf } from "#lib/record/json.ts"
import type { Body, Placed } from "../body.ts"
import { type CallPart, callsOf, hasCalls, idAt, type Message, type ResultPart, type Voice } from "../part.ts"
import { type Hit, hitAt, hitCall, hitInCall, hitMessage, type Rule } from "../rule.ts"
import { gather, sift } from "../sift.ts"
import { unfitIds, unfitNames } from "./anthropic-pairs.ts"
import { resultsNotText } from "./chat.ts"

const on = ({ shape, target }: Body): boolean => shape === "chat" && target.like === "mistral"

const next: { readonly [voice in Voice]: readonly Voice[] } = {
  system: ["user", "assistant", "system"],
  user: ["assistant", "system", "user"],
  assistant: ["assistant", "user", "tool"],
  tool: ["assistant", "tool", "user"], // a user behind a tool has a rule of its own
  other: ["system", "user", "assistant", "tool", "other"],
}

const pairs = ({ messages }: Body): readonly (readonly [Message, Message])[] =>
  sift(messages, (message, index) => {
    const before = messages[index - 1]
    return before === undefined ? undefined : ([before, message] as const)
  })

const order = (body: Body): readonly Hit[] =>
  sift(pairs(body), ([before, message]) =>
    next[before.voice].includes(message.voice) || message.voice === "other"
      ? undefined
      : hitMessage(message, { behind: before.role }),
  )

const userBehindTool = (body: Body): readonly Hit[] =>
  sift(pairs(body), ([before, message]) =>
    before.voice === "tool" && message.voice === "user" ? hitMessage(message) : undefined,
  )

const lastRole = (body: Body): readonly Hit[] => {
  const last = body.messages.at(-1)
  if (last === undefined || last.voice === "user" || last.voice === "tool") return []
  return last.voice === "assistant" && last.value["prefix"] === true ? [] : [hitMessage(last)]
}

const resultOf = ({ parts }: Message): ResultPart | undefined =>
  parts.find((part): part is ResultPart => part.is === "result")

type Round = {
  readonly message: Message
  readonly calls: readonly CallPart[]
  readonly results: Placed<ResultPart>[]
}

/** Each assistant message, and the results up to the next one. */
const rounds = ({ messages }: Body): readonly Round[] => {
  const all: Round[] = []
  for (const message of messages) {
    if (message.voice === "assistant") all.push({ message, calls: callsOf(message), results: [] })
    const part = resultOf(message)
    if (part !== undefined) all.at(-1)?.results.push({ message, part })
  }
  return all
}

const counts = (body: Body): readonly Hit[] =>
  sift(rounds(body), ({ message, calls, results }) => {
    if (calls.length === results.length) return undefined
    const answered = new Set(results.map(({ part }) => part.id))
    const open = calls.find(({ id }) => !answered.has(id)) ?? calls[0]
    const facts = { calls: calls.length, results: results.length }
    return open === undefined ? hitMessage(message, facts) : hitCall(message, open, facts)
  })

const ids = (body: Body): readonly Hit[] => {
  const first = body.messages.findIndex(({ voice }) => voice === "assistant")
  const before = body.results.filter(({ message }) => first < 0 || message.index < first)
  return [
    ...before.map(({ message, part }) => hitInCall(message, part, idAt(part), { why: "no call" })),
    ...gather(rounds(body), ({ message, calls, results }) => {
      const asked = new Set<string | undefined>()
      const twice = sift(calls, (call) => {
        const isKnown = asked.has(call.id)
        asked.add(call.id)
        return isKnown ? hitInCall(message, call, idAt(call), { why: "called twice" }) : undefined
      })
      const given = new Set<string | undefined>()
      const wrong = sift(results, (result) => {
        const { id } = result.part
        const why = asked.has(id) ? (given.has(id) ? "answered twice" : undefined) : "no call"
        given.add(id)
        return why === undefined
          ? undefined
          : hitInCall(result.message, result.part, idAt(result.part), { why })
      })
      return [...twice, ...wrong]
    }),
  ]
}

const neither = (body: Body): readonly Hit[] =>
  sift(body.messages, (message) => {
    const { content } = message.value
    const says = content !== null && content !== undefined && content !== "" && listOf(content)?.length !== 0
    return message.voice === "assistant" && !says && !hasCalls(message) ? hitMessage(message) : undefined
  })

const assistantParts = new Set<unknown>(["text", "thinking"])

const parts = (body: Body): readonly Hit[] => [
  ...resultsNotText(body),
  ...gather(body.messages, (message) =>
    sift(message.voice === "assistant" ? (listOf(message.value["content"]) ?? []) : [], (part, index) =>
      assistantParts.has(objectOf(part)?.["type"])
        ? undefined
        : hitAt(message, `${message.at}/content/${index}`),
    ),
  ),
]

const base = {
  confidence: "A",
  effect: "reject",
  scope: "S",
  on,
  source: "the provider's open validator",
} as const

/** Mistral (`wire-rules.md` section 8). */
export const mistral: readonly Rule[] = [
  {
    ...base,
    id: "mistral/tool-id-9",
    meaning: "A call's id is not of exactly nine letters and digits.",
    fix: "Send a hash of nine characters, checked for collisions, on the call and its result alike.",
    check: unfitIds((id) => /^[a-zA-Z0-9]{9}$/.test(id)),
  },
  {
    ...base,
    id: "mistral/tool-then-user",
    open: "Refused by older validators and templates, allowed by newer ones.",
    meaning: "A user's message stands right behind a tool's; older deployments refuse that.",
    fix: "Put the assistant's reply between them, or one that says that none was recorded.",
    check: userBehindTool,
  },
  {
    ...base,
    id: "mistral/order",
    meaning: "A message's role may not stand behind the one before it.",
    fix: "Put results behind their calls, and system texts before what is said.",
    check: order,
  },
  {
    ...base,
    id: "mistral/last-role",
    meaning: "The last message is neither a user's nor a tool's.",
    fix: "End with one of these, or set `prefix` on the assistant's.",
    check: lastRole,
  },
  {
    ...base,
    id: "mistral/call-count",
    meaning: "There are not as many results as calls before the next assistant message.",
    fix: "Send exactly one result for each call.",
    check: counts,
  },
  {
    ...base,
    id: "mistral/ids-v13",
    meaning: "An id is used twice, or a result's id is of no call before it.",
    fix: "Rewrite repeated ids, and leave out results without a call.",
    check: ids,
  },
  {
    ...base,
    id: "mistral/content-or-calls",
    meaning: "An assistant message has neither content nor calls.",
    fix: "Leave the message out.",
    check: neither,
  },
  {
    ...base,
    id: "mistral/tool-name",
    meaning: "A tool's name is not of 1 to 64 letters, digits, `_` or `-`.",
    fix: "Rename it by a map that keeps names apart, in declarations and history alike.",
    check: unfitNames((name) => /^[a-zA-Z0-9_-]{1,64}$/.test(name), "everywhere"),
  },
  {
    ...base,
    id: "mistral/parts",
    meaning: "A message holds a kind of part that its role does not take.",
    fix: "Send results as text, and of the assistant only text and thinking.",
    check: parts,
  },
  {
    ...base,
    id: "mistral/reasoning-effort",
    scope: "M",
    open: "Which hosted models take it is not listed.",
    meaning: "`reasoning_effort` is refused by models with an older tokenizer.",
    fix: "Leave it out unless the model is known to take it.",
    check: ({ root }) => (root["reasoning_effort"] === undefined ? [] : [{ at: "/reasoning_effort" }]),
  },
]
