import { listOf, objectOf } from "#lib/record/json.ts"
import { type Body, under } from "../body.ts"
import { geminiVersion } from "../models.ts"
import { callsOf, firstCall, hasCalls, inputAt, type Message } from "../part.ts"
import { firstOf, type Hit, hitAt, hitCall, hitInCall, hitMessage, type Rule } from "../rule.ts"
import { gather, sift } from "../sift.ts"
import { unfitNames } from "./anthropic-pairs.ts"

export const on = ({ shape }: Body): boolean => shape === "gemini"

const resultCount = (message: Message | undefined): number => {
  let count = 0
  for (const part of message?.parts ?? []) if (part.is === "result") count += 1
  return count
}

export const isModel = (message: Message | undefined): boolean => message?.voice === "assistant"

const roles = (body: Body): readonly Hit[] =>
  sift(body.messages, (message) =>
    message.voice === "user" || message.voice === "assistant" || message.voice === "system"
      ? undefined
      : hitAt(message, `${message.at}/role`, { role: message.role }),
  )

const systems = (body: Body): readonly Hit[] =>
  sift(body.messages, (message) => (message.voice === "system" ? hitMessage(message) : undefined))

const beforeCalls = (body: Body): readonly Hit[] =>
  sift(body.messages, (message, index) => {
    const call = isModel(message) ? firstCall(message) : undefined
    const before = body.messages[index - 1]
    if (call === undefined || before?.voice === "user" || hasCalls(before)) return undefined
    return hitCall(message, call)
  })

const splitCalls = (body: Body): readonly Hit[] =>
  sift(body.messages, (message, index) => {
    const call = isModel(message) ? firstCall(message) : undefined
    const before = body.messages[index - 1]
    return call !== undefined && isModel(before) && hasCalls(before) ? hitCall(message, call) : undefined
  })

/** Contents of the model with calls, up to where someone else speaks. */
const rounds = (body: Body) =>
  sift(body.messages, (message, index) => {
    if (!isModel(message) || !hasCalls(message)) return undefined
    const next = body.messages[index + 1]
    if (isModel(next) && hasCalls(next)) return undefined
    let first = index
    while (isModel(body.messages[first - 1]) && hasCalls(body.messages[first - 1])) first -= 1
    return { message, next, calls: gather(body.messages.slice(first, index + 1), callsOf) }
  })

const counts = (body: Body): readonly Hit[] =>
  sift(rounds(body), ({ message, next, calls }): Hit | undefined => {
    const responses = resultCount(next)
    if (responses === calls.length) return undefined
    const facts = { calls: calls.length, responses }
    const [call] = calls
    if (next !== undefined && responses > 0) return hitMessage(next, facts)
    return call === undefined ? hitMessage(message, facts) : hitInCall(message, call, message.at, facts)
  })

/** Responses whose calls do not stand right before them; those split over several contents are counted instead. */
const afterOthers = (body: Body): readonly Hit[] =>
  sift(body.messages, (message, index) => {
    const part = message.parts.find((each) => each.is === "result")
    if (part?.is !== "result") return undefined
    let before = index - 1
    while (before >= 0 && !isModel(body.messages[before]) && resultCount(body.messages[before]) > 0)
      before -= 1
    return hasCalls(body.messages[before]) ? undefined : hitCall(message, part)
  })

const siblings = (body: Body): readonly Hit[] =>
  (geminiVersion(body) ?? 2) >= 3 || body.images.length === 0
    ? []
    : sift(body.messages, (message) => {
        const image = message.parts.find((part) => part.is === "image")
        return image !== undefined && resultCount(message) > 1 ? hitAt(message, image.at) : undefined
      })

const wrongObjects = (body: Body): readonly Hit[] => [
  ...sift(body.calls, ({ message, part }) =>
    part.input === undefined || objectOf(part.input) !== undefined
      ? undefined
      : hitInCall(message, part, inputAt(part)),
  ),
  ...sift(body.results, ({ message, part }) => {
    const inner = objectOf(part.value["functionResponse"]) ?? under(part.value, "function_response")
    return objectOf(inner["response"]) === undefined ? hitCall(message, part) : undefined
  }),
]

const emptyParts = (body: Body): readonly Hit[] =>
  gather(body.messages, (message) => {
    if (listOf(message.value["parts"])?.length === 0) return [hitMessage(message)]
    return sift(message.parts, (part) =>
      part.is === "other" && Object.keys(part.value).length === 0 ? hitAt(message, part.at) : undefined,
    )
  })

const endsWithModel = (body: Body): readonly Hit[] => {
  const last = body.messages.at(-1)
  return last?.voice === "assistant" ? [hitMessage(last)] : []
}

const mostTokens = 1_048_576

const estimated = ({ text }: Body): readonly Hit[] => {
  const tokens = Math.round(text.length / 4)
  return tokens > mostTokens ? [{ at: "", facts: { "~tokens": tokens, limit: mostTokens } }] : []
}

export const base = { effect: "reject", scope: "S", on } as const

/** Gemini generateContent (`wire-rules.md` section 5). */
export const gemini: readonly Rule[] = [
  {
    ...base,
    id: "gemini/roles",
    confidence: "A",
    meaning: "A content's role is neither `user` nor `model`.",
    fix: "Use one of these; results stand in a user's content.",
    source: "provider SDK types",
    check: roles,
  },
  {
    ...base,
    id: "gemini/system-instruction",
    confidence: "A",
    meaning: "A system text stands among the contents.",
    fix: "Move it to `systemInstruction`.",
    source: "another client's code",
    check: systems,
  },
  {
    ...base,
    id: "gemini/call-after-user-or-response",
    confidence: "B",
    meaning: "A call stands behind neither a user's content nor a response.",
    fix: "Keep the user's turn that led to it.",
    source: "public reports",
    check: beforeCalls,
  },
  {
    ...base,
    id: "gemini/response-after-call",
    confidence: "B",
    meaning: "A response does not stand right behind its call.",
    fix: "Move it there, or turn it into plain text.",
    source: "public reports",
    check: afterOthers,
  },
  {
    ...base,
    id: "gemini/response-count",
    confidence: "B",
    meaning: "The content behind the calls does not hold as many responses as there are calls.",
    fix: "Put all responses of one turn into one content; where one is missing, one that says so.",
    source: "public reports",
    check: counts,
  },
  {
    ...base,
    id: "gemini/response-no-siblings-2x",
    confidence: "C",
    scope: "M",
    open: "The reporter withdrew the fix as unreliable.",
    meaning: "A picture stands beside several responses, which Gemini 2 may refuse.",
    fix: "Send the picture in a later user's content; from Gemini 3 on inside its response.",
    source: "a public report",
    check: siblings,
  },
  {
    ...base,
    id: "gemini/calls-one-content",
    confidence: "B",
    meaning: "Parallel calls of one response are split over several contents, so only the first is signed.",
    fix: "Put them into one content.",
    source: "public reports",
    check: splitCalls,
  },
  {
    ...base,
    id: "gemini/args-object",
    confidence: "A",
    meaning: "A call's `args` or a result's `response` is no object.",
    fix: "Send the object itself.",
    source: "provider SDK types",
    check: wrongObjects,
  },
  {
    ...base,
    id: "gemini/parts-non-empty",
    confidence: "X",
    meaning: "A content has no parts, or a part without data.",
    fix: "Leave it out.",
    source: "unverified",
    check: emptyParts,
  },
  {
    ...base,
    id: "gemini/ends-with-user",
    confidence: "C",
    meaning: "The history ends with the model.",
    fix: "End with a user's content or a response.",
    source: "public reports",
    check: endsWithModel,
  },
  {
    ...base,
    id: "gemini/function-name",
    confidence: "A",
    meaning:
      "A tool's name does not begin with a letter or `_`, holds other characters than letters, digits and `_.:-`, or is over 128.",
    fix: "Rename it by a map that keeps names apart, in declarations and history alike.",
    source: "provider SDK types",
    check: unfitNames((name) => /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/.test(name), "everywhere"),
  },
  {
    ...base,
    id: "gemini/input-limit",
    confidence: "C",
    scope: "M",
    meaning: "The request is estimated to be over 1,048,576 tokens.",
    fix: "Compact the history, or cut what is largest.",
    source: "a public report",
    check: (body) => firstOf(estimated(body)),
  },
]
