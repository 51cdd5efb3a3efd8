import { listOf, objectOf, parsed } from "#lib/record/json.ts"
import type { Body } from "../body.ts"
import type { Message, ReasoningPart } from "../part.ts"
import { firstOf, type Hit, hitAt, hitCall, hitMessage, type Rule } from "../rule.ts"
import { sift } from "../sift.ts"
import { base, isReference, onXai, typeOf } from "./responses.ts"

const isKept = ({ root }: Body): boolean => root["store"] !== false

/** Whether an item can be what a reasoning item led to; one that is bound by its id to what was kept needs that id. */
const isProduct = (next: Message | undefined, { value, proof }: ReasoningPart, kept: boolean): boolean => {
  if (next === undefined) return false
  if (isReference(next) || typeOf(next) === "reasoning") return true
  if (next.voice !== "assistant") return typeOf(next).endsWith("_call")
  const isBound = kept && typeof value["id"] === "string" && proof === undefined
  return typeOf(next) !== "message" || !isBound || typeof next.value["id"] === "string"
}

const dangling = (body: Body): readonly Hit[] =>
  sift(body.reasonings, ({ message, part }) => {
    const next = body.messages[message.index + 1]
    return isProduct(next, part, isKept(body)) ? undefined : hitMessage(message)
  })

const unkept = (body: Body): readonly Hit[] =>
  isKept(body)
    ? []
    : sift(body.messages, (message) => {
        const isBare =
          typeOf(message) === "reasoning" &&
          (typeof message.value["encrypted_content"] !== "string" ||
            message.value["encrypted_content"] === "")
        return isBare || isReference(message) ? hitMessage(message) : undefined
      })

const withBoth = (body: Body): readonly Hit[] =>
  isKept(body)
    ? []
    : sift(body.reasonings, ({ message, part }) =>
        typeof part.value["id"] === "string" && part.proof !== undefined
          ? hitAt(message, `${part.at}/id`)
          : undefined,
      )

const summaries = (body: Body): readonly Hit[] =>
  sift(body.reasonings, ({ message, part }) =>
    listOf(part.value["summary"]) === undefined ? hitMessage(message) : undefined,
  )

/** What the record knows of encrypted reasoning: who made it, under which account. */
const otherMakers = (body: Body): readonly Hit[] =>
  sift(body.reasonings, ({ message, part }) => {
    const maker = part.proof === undefined ? undefined : body.provenance?.of(part.at)?.maker
    if (maker === undefined) return undefined
    const account = body.provenance?.account
    const isOther =
      maker.provider !== body.target.provider ||
      (account !== undefined && maker.account !== undefined && maker.account !== account)
    return isOther ? hitMessage(message, { maker: maker.account ?? maker.provider }) : undefined
  })

const lostPhases = (body: Body): readonly Hit[] =>
  sift(body.messages, (message) => {
    if (typeOf(message) !== "message" || message.voice !== "assistant" || "phase" in message.value)
      return undefined
    const block = body.provenance?.of(message.at)?.block
    const native =
      block !== undefined && "native" in block && block.native?.api === "responses" ? block.native.json : "{}"
    const phase = objectOf(parsed(native))?.["phase"]
    return typeof phase === "string" ? hitMessage(message, { phase }) : undefined
  })

const unreasoned = (body: Body): readonly Hit[] => {
  if (body.reasonings.length > 0 || body.messages.some(isReference)) return []
  return firstOf(body.calls.map(({ message, part }) => hitCall(message, part)))
}

/** Reasoning items, and what is kept on the server (`wire-rules.md` section 4). */
export const responsesReasoning: readonly Rule[] = [
  {
    ...base,
    id: "responses/reasoning-needs-next",
    confidence: "B",
    meaning: "A reasoning item is not followed by the message or call that it led to.",
    fix: "Keep both, in their order, or leave both out.",
    source: "public reports",
    check: dangling,
  },
  {
    ...base,
    id: "responses/store-false-refs",
    confidence: "B",
    meaning:
      "Nothing is kept on the server, yet an item refers to it: by reference, or reasoning without its encrypted content.",
    fix: "Send the item in full, or leave it out.",
    source: "public reports",
    check: unkept,
  },
  {
    ...base,
    id: "responses/reasoning-id-with-encrypted",
    confidence: "B",
    scope: "R",
    open: "Some backends refuse the id beside the encrypted content, others check that they belong together.",
    meaning:
      "Nothing is kept on the server, and reasoning carries both its id and its content; whether that passes depends on the endpoint.",
    fix: "Leave the id out where this endpoint refuses it.",
    source: "public reports that disagree",
    check: (body) => firstOf(withBoth(body)),
  },
  {
    ...base,
    id: "responses/encrypted-account",
    confidence: "B",
    scope: "R",
    meaning:
      "Encrypted reasoning was made under another account or by another provider, and cannot be read here.",
    fix: "Leave it out.",
    source: "public reports",
    check: otherMakers,
  },
  {
    ...base,
    id: "responses/reasoning-summary-required",
    confidence: "A",
    meaning: "A reasoning item has no `summary`.",
    fix: "Send `[]` where there is none.",
    source: "published schema",
    check: summaries,
  },
  {
    ...base,
    id: "responses/phase-keep",
    confidence: "A",
    effect: "degrade",
    scope: "R",
    meaning: "An assistant message was received with a phase and is sent without it.",
    fix: "Send the message as it was received.",
    source: "published schema",
    check: lostPhases,
  },
  {
    id: "xai/encrypted-reasoning",
    confidence: "B",
    effect: "degrade",
    scope: "S",
    on: onXai,
    open: "One surface was reported to refuse the replay, later to demand it.",
    meaning:
      "Calls are sent without the reasoning that led to them; nothing is refused, but the model stops reasoning.",
    fix: "Send the encrypted reasoning items as they were received, in their places.",
    source: "public reports, one with a comparison",
    check: unreasoned,
  },
]
