import type { Body, Placed } from "../body.ts"
import { geminiVersion, needsIds } from "../models.ts"
import { type CallPart, callsOf, firstCall, hasCalls, type Message, type Part } from "../part.ts"
import { signatureOf } from "../reading/gemini.ts"
import { type Hit, hitAt, hitCall, type Rule } from "../rule.ts"
import { gather, sift } from "../sift.ts"
import { base, isModel } from "./gemini.ts"

const isSaid = ({ voice, parts }: Message): boolean =>
  voice === "user" && parts.some((part) => part.is === "text")

/** The first call of each step behind the last words of the user. */
const firstCalls = (body: Body): readonly Placed<CallPart>[] => {
  const start = body.messages.findLastIndex(isSaid)
  if (start < 0) return []
  return sift(body.messages.slice(start), (message) => {
    const before = body.messages[message.index - 1]
    const part = isModel(message) && !(isModel(before) && hasCalls(before)) ? firstCall(message) : undefined
    return part === undefined ? undefined : { message, part }
  })
}

const unsigned = (body: Body): readonly Hit[] =>
  (geminiVersion(body) ?? 3) < 3
    ? []
    : firstCalls(body).flatMap(({ message, part }) =>
        (signatureOf(part.value) ?? "") === "" ? [hitCall(message, part)] : [],
      )

const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/

const signedParts = (body: Body): readonly (Placed<Part> & { readonly signature: string })[] =>
  sift(body.parts, ({ message, part }) => {
    const signature = signatureOf(part.value)
    return signature === undefined ? undefined : { message, part, signature }
  })

const isStandIn = (signature: string): boolean => signature === "skip_thought_signature_validator"

const invalid = (body: Body): readonly Hit[] =>
  sift(signedParts(body), ({ message, part, signature }) => {
    if (isStandIn(signature)) return undefined
    const maker = body.provenance?.of(part.at)?.maker
    if (!base64.test(signature)) return hitAt(message, part.at, { why: "not base64" })
    return maker === undefined || maker.provider === body.target.provider
      ? undefined
      : hitAt(message, part.at, { maker: maker.provider })
  })

const moved = (body: Body): readonly Hit[] =>
  sift(signedParts(body), ({ message, part, signature }) => {
    const block = body.provenance?.of(part.at)?.block
    const proof = block !== undefined && "proof" in block ? block.proof : undefined
    return block === undefined || isStandIn(signature) || proof?.value === signature
      ? undefined
      : hitAt(message, part.at)
  })

const withoutIds = (body: Body): readonly Hit[] =>
  needsIds(body)
    ? sift(body.linked, ({ message, part }) => (part.id === undefined ? hitCall(message, part) : undefined))
    : []

const sameNames = (body: Body): readonly Hit[] =>
  gather(body.messages, (message) => {
    const calls = callsOf(message)
    if (calls.length < 2) return undefined
    const seen = new Set<string>()
    return sift(calls, (call) => {
      const isKnown = call.id === undefined && call.name !== undefined && seen.has(call.name)
      if (call.name !== undefined) seen.add(call.name)
      return isKnown ? hitCall(message, call) : undefined
    })
  })

/** Thought signatures and ids (`wire-rules.md` section 5). */
export const geminiSignatures: readonly Rule[] = [
  {
    ...base,
    id: "gemini/thought-signature-required",
    confidence: "A",
    scope: "M",
    meaning: "The first call of a step in the current turn has no thought signature.",
    fix: "Send the one that was received; for calls of another maker, the documented stand-in.",
    source: "provider documentation, by other clients' code",
    check: unsigned,
  },
  {
    ...base,
    id: "gemini/thought-signature-valid",
    confidence: "B",
    scope: "R",
    meaning: "A thought signature is not of a form or a maker that can be read here.",
    fix: "Send what was received, or the documented stand-in.",
    source: "public reports",
    check: invalid,
  },
  {
    ...base,
    id: "gemini/signature-any-part",
    confidence: "B",
    effect: "degrade",
    scope: "R",
    meaning: "A signature stands on another part than the one that it was received with.",
    fix: "Leave each signature on its own part.",
    source: "another client's code",
    check: moved,
  },
  {
    ...base,
    id: "gemini/call-ids",
    confidence: "B",
    scope: "M",
    meaning: "A call or a response has no id, which other makers' models behind this endpoint need.",
    fix: "Give both the same id.",
    source: "another client's code; provider SDK types",
    check: withoutIds,
  },
  {
    ...base,
    id: "gemini/duplicate-names-no-id",
    confidence: "C",
    effect: "degrade",
    meaning: "Two calls of one tool have no ids, so only their order binds the responses to them.",
    fix: "Give each call and its response an id.",
    source: "inference",
    check: sameNames,
  },
]
