import { listOf, parsed } from "#lib/record/json.ts"
import { type Body, historyOf, isBlank } from "../body.ts"
import { once } from "../once.ts"
import { inputAt } from "../part.ts"
import { type Hit, hitAt, hitInCall, hitMessage, type Rule } from "../rule.ts"
import { shapeOf } from "../shape.ts"
import { sift } from "../sift.ts"
import { stringsIn, survey } from "../value.ts"

export const all = (): boolean => true

/** Where a text first holds half of a surrogate pair, in UTF-16 units. */
const halfAt = (text: string): number =>
  text.search(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/)

const escaped = /\\u[dD][89a-fA-F]/

/** Lone surrogates within arguments that are JSON text, as escapes of their own. */
const inArguments = (body: Body): readonly Hit[] =>
  sift(body.calls, ({ message, part }) => {
    if (part.form !== "json-text" || typeof part.input !== "string" || !escaped.test(part.input)) return
    const inner = [...stringsIn(parsed(part.input), "")].find(({ text }) => !text.isWellFormed())
    if (inner === undefined) return
    return hitInCall(message, part, inputAt(part), { within: inner.at, at: halfAt(inner.text) })
  })

/** What all strings of a body are like, seen once for the rules about any string. */
export const surveyOf = once(({ root }: Body) => survey(root))

const surrogates = (body: Body): readonly Hit[] => {
  if (surveyOf(body).isWhole) return inArguments(body)
  const history = new RegExp(`^/${historyOf[body.shape]}/(\\d+)(?:/|$)`)
  const found = [...stringsIn(body.root, "")].flatMap(({ at, text }): readonly Hit[] => {
    if (text.isWellFormed()) return []
    const index = Number(history.exec(at)?.[1] ?? -1)
    const message = body.messages[index]
    const facts = { at: halfAt(text) }
    if (message === undefined) return [{ at, facts }]
    const part = message.parts.find((each) => at.startsWith(`${each.at}/`) || at === each.at)
    return part?.is === "call" || part?.is === "result"
      ? [hitInCall(message, part, at, facts)]
      : [hitAt(message, at, facts)]
  })
  return [...found, ...inArguments(body)]
}

const imageTypes = new Set(["image_url", "input_image", "image"])

const pictures = (body: Body): readonly Hit[] =>
  sift(body.parts, ({ message, part }) =>
    part.is === "image" || (part.is === "other" && imageTypes.has(part.type))
      ? hitAt(message, part.at)
      : undefined,
  )

const longest = 10_485_760

const isHuge = (text: unknown): text is string => typeof text === "string" && text.length > longest

const hugeFacts = ({ length }: string) => ({ characters: length, limit: longest })

const huge = (body: Body): readonly Hit[] =>
  surveyOf(body).longest <= longest
    ? []
    : [
        ...sift(body.texts, ({ message, part }) =>
          isHuge(part.text) ? hitAt(message, part.at, hugeFacts(part.text)) : undefined,
        ),
        ...sift(body.calls, ({ message, part }) =>
          isHuge(part.input) ? hitAt(message, inputAt(part), hugeFacts(part.input)) : undefined,
        ),
      ]

const endsWithAssistant = (body: Body): readonly Hit[] => {
  const last = body.messages.at(-1)
  const says = last?.parts.some((part) => part.is === "text") ?? false
  return last?.voice === "assistant" && says ? [hitMessage(last)] : []
}

/** Converse and Gemini know content only as a list. */
const ofAnotherShape = (body: Body): readonly Hit[] => {
  if (!body.isFit)
    return [{ at: "", facts: { expected: body.shape, found: shapeOf(body.root) ?? "no history" } }]
  if (body.shape !== "converse" && body.shape !== "gemini") return []
  const key = body.shape === "gemini" ? "parts" : "content"
  return sift(body.messages, (message) =>
    listOf(message.value[key]) === undefined
      ? hitMessage(message, { expected: `a list of ${key}` })
      : undefined,
  )
}

/** Rules of every dialect (`wire-rules.md` section 1). */
export const common: readonly Rule[] = [
  {
    id: "common/body-of-target",
    confidence: "A",
    effect: "reject",
    scope: "S",
    on: all,
    meaning: "The body is not of the shape that this target takes.",
    fix: "Choose the target that the body was written for.",
    source: "published schemas",
    check: ofAnotherShape,
  },
  {
    id: "common/json-well-formed-unicode",
    confidence: "B",
    effect: "reject",
    scope: "S",
    on: all,
    meaning: "A string holds half of a surrogate pair, which strict JSON parsers refuse.",
    fix: "Put U+FFFD in its place, or cut the text between whole characters.",
    source: "public reports of several providers",
    check: surrogates,
  },
  {
    id: "common/text-only-model-no-image",
    confidence: "B",
    effect: "reject",
    scope: "M",
    on: ({ target }) => !target.sees,
    meaning: "A picture is sent to a model that reads only text, and will fail on every later turn too.",
    fix: "Put a line of text in the picture's place that says what was there.",
    source: "public reports",
    check: pictures,
  },
  {
    id: "common/last-turn-not-assistant",
    confidence: "B",
    effect: "degrade",
    scope: "M",
    on: ({ shape, target }) =>
      shape !== "gemini" &&
      target.like !== "mistral" &&
      !(shape === "messages" && target.provider === "anthropic"),
    meaning:
      "The history ends with the assistant: the model goes on with that text, or the server refuses it.",
    fix: "End with a user's message or a tool's result.",
    source: "documentation of several providers",
    check: endsWithAssistant,
  },
  {
    id: "common/huge-string",
    confidence: "B",
    effect: "reject",
    scope: "S",
    on: ({ shape }) => shape !== "responses",
    meaning: "One string is larger than any provider takes, so this and every later request fails.",
    fix: "Send its head and tail with a note of what was cut.",
    source: "public reports of several providers",
    check: huge,
  },
]

/** What a body must name at its top. */
export const required: readonly Rule[] = [
  {
    id: "model-required",
    confidence: "A",
    effect: "reject",
    scope: "S",
    on: ({ shape }) => shape !== "gemini" && shape !== "converse",
    meaning: "The body names no model.",
    fix: "Set `model`.",
    source: "published schemas",
    check: ({ root }) => (typeof root["model"] === "string" && !isBlank(root["model"]) ? [] : [{ at: "" }]),
  },
]
