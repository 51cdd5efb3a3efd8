import { objectOf, parsed } from "#lib/record/json.ts"
import type { Body, Placed } from "../body.ts"
import { type CallPart, idAt, inputAt, nameAt } from "../part.ts"
import { firstOf, type Hit, hitCall, hitInCall, type Rule } from "../rule.ts"
import { sift } from "../sift.ts"
import { type JsonKind, jsonKind } from "../value.ts"
import { all } from "./common.ts"

/** Gemini's ids may be left out. */
const emptyIds = (body: Body): readonly Hit[] =>
  sift(body.linked, ({ message, part }) => {
    const isAbsent = part.id === undefined && (body.shape === "gemini" || body.shape === "ollama")
    const isEmpty = part.id === undefined || part.id === ""
    return isEmpty && !isAbsent ? hitInCall(message, part, idAt(part)) : undefined
  })

/** Ids that return in a later message; within one message the dialects have rules of their own. */
const reused = (body: Body): readonly Hit[] => {
  const first = new Map<string, number>()
  return sift(body.calls, ({ message, part }) => {
    if (part.id === undefined || part.id === "") return undefined
    const before = first.get(part.id)
    if (before === undefined) first.set(part.id, message.index)
    return before === undefined || before === message.index
      ? undefined
      : hitInCall(message, part, idAt(part), { first: before })
  })
}

/** Whether JSON text of a string holds an object's JSON text. */
export const isTwiceEncoded = (text: string): boolean => {
  const inner = parsed(text)
  return typeof inner === "string" && jsonKind(inner) === "object"
}

/** What JSON text of arguments is, where it is no object. */
const wrongArguments = (text: string, kind: JsonKind): string | undefined => {
  if (kind === "object") return undefined
  return kind === "string" && isTwiceEncoded(text) ? "encoded twice" : kind
}

/** How a call's input is written where that is wrong. Text that is no JSON is no matter of a JSON type. */
const wronglyWritten = ({ form, input, json }: CallPart, { shape }: Body): string | undefined => {
  if (form === "value") return objectOf(input) === undefined ? "no object" : undefined
  if (form === "free" || typeof input !== "string") return undefined
  if (json !== undefined) return wrongArguments(input, json)
  return shape === "responses" ? "no JSON" : undefined
}

const argumentsHits = (body: Body): readonly Hit[] =>
  sift(body.calls, ({ message, part }) => {
    const written = wronglyWritten(part, body)
    return written === undefined ? undefined : hitInCall(message, part, inputAt(part), { written })
  })

/** Whether every call has one result, in the calls' own order, as mostly they do. */
const areInOrder = ({ calls, results }: Body): boolean =>
  calls.length === results.length && calls.every(({ part }, index) => part.id === results[index]?.part.id)

/** Results against calls of one id; where the dialect's own rules demand a result, only those too many. */
const answersDiffer = (body: Body): readonly Hit[] => {
  if (areInOrder(body)) return []
  const answers = new Map<string | undefined, number>()
  for (const { part } of body.results) answers.set(part.id, (answers.get(part.id) ?? 0) + 1)
  const asked = new Map<string, { readonly first: Placed<CallPart>; calls: number }>()
  for (const call of body.calls) {
    const known = asked.get(call.part.id ?? "")
    if (known === undefined) asked.set(call.part.id ?? "", { first: call, calls: 1 })
    else known.calls += 1
  }
  asked.delete("")
  return [...asked].flatMap(([id, { first, calls }]): readonly Hit[] => {
    const given = answers.get(id) ?? 0
    const isWrong = body.shape === "ollama" ? given !== calls : given > calls
    return isWrong ? [hitCall(first.message, first.part, { calls, answers: given })] : []
  })
}

/** A name that repeats its declared name's own front or back, joined as names of servers and tools are. */
const repeats = (name: string, declared: string): boolean => {
  if (name.length <= declared.length) return false
  const front = name.slice(0, name.length - declared.length)
  const back = name.slice(declared.length)
  return (
    (name.endsWith(declared) && declared.startsWith(front) && /[_.-]$/.test(front)) ||
    (name.startsWith(declared) && declared.endsWith(back) && /^[_.-]/.test(back))
  )
}

const doubled = (body: Body): readonly Hit[] => {
  const declared = sift(body.tools, ({ name }) => (name === "" ? undefined : name))
  const known = [...new Set([...declared, ...sift(body.calls, ({ part }) => part.name)])]
  const twice = new Map(known.map((name) => [name, known.find((other) => repeats(name, other))] as const))
  const tools = sift(body.tools, ({ name, nameAt }): Hit | undefined => {
    const means = name === undefined ? undefined : twice.get(name)
    return name === undefined || means === undefined
      ? undefined
      : { at: nameAt, tool: name, facts: { means } }
  })
  const calls = sift(body.calls, ({ message, part }) => {
    const means = part.name === undefined ? undefined : twice.get(part.name)
    return means === undefined ? undefined : hitInCall(message, part, nameAt(part), { means })
  })
  return [...tools, ...calls]
}

const openSchemas = (body: Body): readonly Hit[] =>
  body.tools.flatMap(({ schema, at, name }): readonly Hit[] => {
    if (schema === undefined || schema === null) return []
    const fields = objectOf(schema)
    const isObject = fields?.["type"] === "object" || fields?.["type"] === "OBJECT"
    return isObject ? [] : [{ at, ...(name === undefined ? {} : { tool: name }) }]
  })

/** Ids, arguments and names of calls, on every dialect (`wire-rules.md` section 1). */
export const commonCalls: readonly Rule[] = [
  {
    id: "common/empty-id",
    confidence: "B",
    effect: "reject",
    scope: "S",
    on: all,
    meaning: "A call or a result has no id, so nothing can tell which belong together.",
    fix: "Give each call an id of its own, and its result the same.",
    source: "public reports",
    check: emptyIds,
  },
  {
    id: "common/id-scope-thread",
    confidence: "B",
    effect: "degrade",
    scope: "S",
    on: ({ shape }) => shape !== "messages",
    meaning:
      "A call's id was used before in this conversation; some servers refuse it or bind the wrong result.",
    fix: "Rewrite the later id, on its call and its result alike.",
    source: "public reports",
    check: reused,
  },
  {
    id: "common/args-object",
    confidence: "B",
    effect: "reject",
    scope: "S",
    on: ({ shape }) => shape === "chat" || shape === "responses" || shape === "converse",
    meaning: "A call's arguments are no JSON object.",
    fix: "Send the object itself: unwrap it where it was encoded twice, or send `{}` and say so in the result.",
    source: "public reports of several servers",
    check: argumentsHits,
  },
  {
    id: "common/result-answers-one-call",
    confidence: "B",
    effect: "degrade",
    scope: "S",
    on: ({ shape }) => shape === "ollama" || shape === "chat" || shape === "responses",
    meaning: "A call has no result, or more than one, so the model will guess what became of it.",
    fix: "Send exactly one result for each call.",
    source: "public reports; not all servers check",
    check: answersDiffer,
  },
  {
    id: "common/schema-top-object",
    confidence: "X",
    effect: "reject",
    scope: "S",
    on: all,
    meaning: "A tool's schema is no object schema at its top.",
    fix: 'Give it `"type":"object"` with the parameters as properties.',
    source: "unverified",
    check: (body) => firstOf(openSchemas(body)),
  },
  {
    id: "common/double-namespace",
    confidence: "B",
    effect: "degrade",
    scope: "S",
    on: all,
    meaning: "A tool's name repeats a part of another's, so the model sees one tool under two names.",
    fix: "Use the declared name in history and declarations alike.",
    source: "public reports",
    check: doubled,
  },
]
