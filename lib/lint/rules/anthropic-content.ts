import { listOf, objectOf } from "#lib/record/json.ts"
import { type Body, isBlank, type Placed } from "../body.ts"
import { inputAt, type Part, type TextPart } from "../part.ts"
import { type Hit, hitAt, hitCall, hitInCall, hitMessage, type Rule } from "../rule.ts"
import { sift } from "../sift.ts"
import { onClaude, onMessages } from "./anthropic.ts"

const textAt = (part: Part): string => ("text" in part.value ? `${part.at}/text` : part.at)

/** Texts of messages themselves that `is` holds of. */
const texts = (body: Body, is: (placed: Placed<TextPart>) => boolean): readonly Hit[] =>
  sift(body.texts, (placed) => {
    const { message, part, within } = placed
    if (within !== undefined || !is(placed) || isLooseFinal(body, message.index)) return undefined
    return hitAt(message, textAt(part))
  })

/** A final assistant message may be empty. */
const isLooseFinal = (body: Body, index: number): boolean => {
  const last = body.messages.at(-1)
  return last?.index === index && last.voice === "assistant" && last.value["content"] === ""
}

const inString = ({ part }: Placed<Part>): boolean => !("text" in part.value)

const emptyTexts = (body: Body): readonly Hit[] => [
  ...body.system.flatMap((part): readonly Hit[] =>
    part.is === "text" && part.text === "" && part.at !== "/system" ? [{ at: textAt(part) }] : [],
  ),
  ...texts(body, (placed) => placed.part.text === "" && !inString(placed)),
]

const blankTexts = (body: Body): readonly Hit[] =>
  texts(body, ({ part }) => part.text !== "" && isBlank(part.text))

const emptyContents = (body: Body): readonly Hit[] =>
  sift(body.messages, (message) => {
    if (isLooseFinal(body, message.index)) return undefined
    const { content } = message.value
    return content === "" || listOf(content)?.length === 0 ? hitMessage(message) : undefined
  })

const markedEmpty = (body: Body): readonly Hit[] => [
  ...body.system.flatMap((part): readonly Hit[] =>
    part.is === "text" && part.text === "" && "cache_control" in part.value
      ? [{ at: `${part.at}/cache_control` }]
      : [],
  ),
  ...sift(body.texts, ({ message, part }) =>
    part.text === "" && "cache_control" in part.value
      ? hitAt(message, `${part.at}/cache_control`)
      : undefined,
  ),
]

const emptyInResults = (body: Body): readonly Hit[] =>
  sift(body.texts, ({ message, part, within }) =>
    within !== undefined && part.text === "" && "text" in part.value
      ? hitInCall(message, within, textAt(part))
      : undefined,
  )

const emptyErrors = (body: Body): readonly Hit[] =>
  sift(body.results, ({ message, part }) => {
    const says = part.content.some((inner) => inner.is !== "text" || inner.text !== "")
    return part.isError && !says ? hitCall(message, part) : undefined
  })

const inputs = (body: Body): readonly Hit[] =>
  sift(body.calls, ({ message, part }) =>
    objectOf(part.input) === undefined ? hitInCall(message, part, inputAt(part)) : undefined,
  )

/** What may not be empty, and what is no object (`wire-rules.md` 2.2). */
export const anthropicContent: readonly Rule[] = [
  {
    id: "anthropic/text-non-empty",
    confidence: "B",
    effect: "reject",
    scope: "S",
    on: onClaude,
    meaning: "A text block is empty.",
    fix: "Leave the block out.",
    source: "public reports",
    check: emptyTexts,
  },
  {
    id: "anthropic/text-non-whitespace",
    confidence: "C",
    effect: "reject",
    scope: "S",
    on: onClaude,
    severity: "error", // nothing is lost by leaving blank text out, and one report shows a refusal
    meaning: "A text is nothing but white space; sources disagree whether a single space passes.",
    fix: "Leave it out.",
    source: "a public report",
    check: blankTexts,
  },
  {
    id: "anthropic/content-non-empty",
    confidence: "C",
    effect: "reject",
    scope: "S",
    on: onMessages,
    meaning: "A message has no content; only a final assistant message may be empty.",
    fix: "Leave the message out.",
    source: "another client's code",
    check: emptyContents,
  },
  {
    id: "anthropic/cache-on-empty",
    confidence: "B",
    effect: "reject",
    scope: "S",
    on: onMessages,
    meaning: "A cache mark stands on an empty text block.",
    fix: "Put the mark on the last block that is not empty.",
    source: "public reports",
    check: markedEmpty,
  },
  {
    id: "anthropic/tool-result-may-be-empty",
    confidence: "C",
    effect: "reject",
    scope: "S",
    on: onMessages,
    meaning: "A result holds an empty text; a result without any content is accepted.",
    fix: "Leave the empty text out.",
    source: "a public report",
    check: emptyInResults,
  },
  {
    id: "anthropic/error-result-content",
    confidence: "B",
    effect: "reject",
    scope: "S",
    on: onMessages,
    meaning: "A result that says that its call failed has no content.",
    fix: "Say in a line of text that there was no output.",
    source: "public reports",
    check: emptyErrors,
  },
  {
    id: "anthropic/input-object",
    confidence: "B",
    effect: "reject",
    scope: "S",
    on: onMessages,
    meaning: "A call's input is no object.",
    fix: "Send the object itself, or `{}` with a result that says that the input could not be read.",
    source: "public reports",
    check: inputs,
  },
]
