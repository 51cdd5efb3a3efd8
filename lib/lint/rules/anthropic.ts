import { type Body, isBlank, type Placed, turnsOf, under } from "../body.ts"
import { isOlderThan } from "../models.ts"
import type { CallPart, Part } from "../part.ts"
import { type Hit, hitAt, hitCall, hitMessage, type Rule } from "../rule.ts"
import { sift } from "../sift.ts"

export const onMessages = ({ shape }: Body): boolean => shape === "messages"

/** Claude behind Bedrock's Converse takes the same histories. */
export const onClaude = ({ shape }: Body): boolean => shape === "messages" || shape === "converse"

const own = ({ shape, target }: Body): boolean => shape === "messages" && target.provider === "anthropic"

const misplaced = (body: Body): readonly Hit[] =>
  sift(body.parts, ({ message, part }) => {
    if (part.is === "call" && !part.isServer && message.voice !== "assistant") return hitCall(message, part)
    return part.is === "result" && !part.isServer && message.voice !== "user"
      ? hitCall(message, part)
      : undefined
  })

/** `anthropic/no-prefill` came with this generation. */
const withoutPrefill = 4.6

const endsOpen = (body: Body): Placed<Part> | undefined => {
  const last = body.messages.at(-1)
  const part = last?.parts.at(-1)
  return last?.voice === "assistant" && part !== undefined ? { message: last, part } : undefined
}

const prefilled = (body: Body): readonly Hit[] => {
  const end = endsOpen(body)
  if (end === undefined || end.part.is === "call") return [] // a call at the end lacks its result
  return [hitMessage(end.message)]
}

const trailingBlank = (body: Body): readonly Hit[] => {
  const end = endsOpen(body)
  if (end?.part.is !== "text" || isBlank(end.part.text) || end.part.text === end.part.text.trimEnd())
    return []
  return [
    hitAt(
      end.message,
      end.part.is === "text" && "text" in end.part.value ? `${end.part.at}/text` : end.part.at,
    ),
  ]
}

const isThinking = ({ root }: Body): boolean => under(root, "thinking")["type"] === "enabled"

const systemInside = (body: Body): readonly Hit[] =>
  sift(body.messages, (message) => (message.voice === "system" ? hitMessage(message) : undefined))

const unsaidRoles = (body: Body): readonly Hit[] => {
  const [first] = body.messages
  return first === undefined || first.voice === "user" || first.voice === "system" ? [] : [hitMessage(first)]
}

const serverCall = ({ part }: Placed<Part>): CallPart | undefined =>
  part.is === "call" && part.isServer ? part : undefined

/** An assistant turn's server calls that no result beside them finishes, and what else the next turn says. */
const pendingServer = (body: Body): readonly Hit[] => {
  if (!body.calls.some(({ part }) => part.isServer)) return []
  return sift(turnsOf(body), ({ voice, parts }, index) => {
    const next = turnsOf(body)[index + 1]
    const calls = voice === "assistant" && next !== undefined ? sift(parts, serverCall) : []
    if (calls.length === 0) return undefined
    const done = new Set(parts.flatMap(({ part }) => (part.is === "result" ? [part.id] : [])))
    const open = calls.find(({ id }) => !done.has(id))
    const other = next?.parts.find(({ part }) => part.is !== "result")
    if (open === undefined || other === undefined) return undefined
    return hitAt(other.message, other.part.at, { pending: open.id ?? "" })
  })
}

const isServerId = (id: string | undefined): boolean => id?.startsWith("srvtoolu_") === true

const answeredServer = ({ calls, results }: Body): readonly Hit[] => {
  const isAny = calls.some(({ part }) => part.isServer)
  const asked = results.filter(({ part }) => !part.isServer && (isAny || isServerId(part.id)))
  if (asked.length === 0) return []
  const isServer = new Map(calls.map(({ part }) => [part.id, part.isServer]))
  return sift(asked, ({ message, part }) =>
    (isServer.get(part.id) ?? isServerId(part.id)) ? hitCall(message, part) : undefined,
  )
}

const half = (body: Body): readonly Hit[] => {
  if (body.linked.every(({ part }) => part.value["toolset_name"] === undefined)) return []
  const named = new Map(body.results.map(({ part }) => [part.id, part.value["toolset_name"]]))
  return sift(body.calls, ({ message, part }) =>
    named.has(part.id) && part.value["toolset_name"] !== named.get(part.id)
      ? hitCall(message, part)
      : undefined,
  )
}

/** Placement and empty content (`wire-rules.md` 2.1, 2.2, and the rest of 2.3). */
export const anthropic: readonly Rule[] = [
  {
    id: "anthropic/max-tokens-required",
    confidence: "A",
    effect: "reject",
    scope: "S",
    on: onMessages,
    meaning: "The body has no `max_tokens`.",
    fix: "Set `max_tokens`.",
    source: "provider SDK types",
    check: ({ root }) => (typeof root["max_tokens"] === "number" ? [] : [{ at: "" }]),
  },
  {
    id: "anthropic/first-user",
    confidence: "X",
    effect: "reject",
    scope: "S",
    on: onMessages,
    meaning: "The first message is not a user's.",
    fix: "Put a user's message before it.",
    source: "unverified; others do so in practice",
    check: unsaidRoles,
  },
  {
    id: "anthropic/mid-system",
    confidence: "A",
    effect: "reject",
    scope: "M",
    on: own,
    open: "Accepted by some models with a beta header, refused by others and by compatible endpoints.",
    meaning: "A message inside the history has the role `system`.",
    fix: "Move it to the top-level `system`, or send it as a user's text that says what it is.",
    source: "provider SDK types; public reports",
    check: systemInside,
  },
  {
    id: "anthropic/no-prefill",
    confidence: "A",
    effect: "reject",
    scope: "M",
    on: (body) => own(body) && !isOlderThan(body, withoutPrefill),
    meaning: "The history ends with an assistant message, which models of this generation refuse.",
    fix: "End with a user's message.",
    source: "provider documentation",
    check: prefilled,
  },
  {
    id: "anthropic/prefill-trailing-ws",
    confidence: "A",
    effect: "reject",
    scope: "M",
    on: (body) => own(body) && isOlderThan(body, withoutPrefill),
    meaning: "The assistant's final text ends in white space.",
    fix: "Trim its end.",
    source: "provider documentation",
    check: trailingBlank,
  },
  {
    id: "anthropic/prefill-no-thinking",
    confidence: "A",
    effect: "reject",
    scope: "M",
    on: (body) => own(body) && isOlderThan(body, withoutPrefill) && isThinking(body),
    meaning: "The history ends with an assistant message while thinking is on.",
    fix: "End with a user's message, or turn thinking off.",
    source: "provider documentation",
    check: prefilled,
  },
  {
    id: "anthropic/max-messages",
    confidence: "A",
    effect: "reject",
    scope: "S",
    on: onMessages,
    meaning: "There are more than 100,000 messages.",
    fix: "Compact the history.",
    source: "provider SDK documentation",
    check: ({ messages }) =>
      messages.length > 100_000
        ? [{ at: "/messages/100000", message: 100_000, facts: { messages: messages.length } }]
        : [],
  },
  {
    id: "anthropic/tool-use-only-in-assistant",
    confidence: "B",
    effect: "reject",
    scope: "S",
    on: onClaude,
    meaning: "A call stands outside an assistant message, or a result outside a user's.",
    fix: "Move it to a message of the right role.",
    source: "a probe",
    check: misplaced,
  },
  {
    id: "anthropic/server-tool-pending",
    confidence: "A",
    effect: "reject",
    scope: "S",
    on: onMessages,
    meaning: "A call that the provider runs is unfinished, and the next user turn holds more than results.",
    fix: "Leave the unfinished call out, or send only results behind it.",
    source: "provider documentation",
    check: pendingServer,
  },
  {
    id: "anthropic/server-tool-ids",
    confidence: "C",
    effect: "reject",
    scope: "S",
    on: onMessages,
    meaning: "A user's message answers a call that the provider runs itself.",
    fix: "Leave that result out; the provider's own stands inside the assistant's turn.",
    source: "a public report",
    check: answeredServer,
  },
  {
    id: "anthropic/toolset-name",
    confidence: "X",
    effect: "reject",
    scope: "S",
    on: onMessages,
    meaning: "A call and its result name different toolsets.",
    fix: "Give both blocks the same `toolset_name`.",
    source: "a field of the provider's SDK; the refusal is unverified",
    check: half,
  },
]
