import { objectOf } from "#lib/record/json.ts"
import type { Body } from "../body.ts"
import { inputAt } from "../part.ts"
import { type Hit, hitAt, hitCall, hitInCall, type Rule } from "../rule.ts"
import { gather, sift } from "../sift.ts"

const on = ({ shape }: Body): boolean => shape === "ollama"

const wrongArguments = (body: Body): readonly Hit[] =>
  sift(body.calls, ({ message, part }) =>
    objectOf(part.input) === undefined ? hitInCall(message, part, inputAt(part)) : undefined,
  )

const wrongContents = (body: Body): readonly Hit[] =>
  gather(body.messages, (message) => {
    const { content } = message.value
    const isString = typeof content === "string" || content === undefined || content === null
    const pictures = sift(message.parts, (part) =>
      part.is === "image" && (part.base64 === undefined || /^data:|^https?:/.test(part.base64.slice(0, 8)))
        ? hitAt(message, part.at)
        : undefined,
    )
    return isString ? pictures : [hitAt(message, `${message.at}/content`), ...pictures]
  })

const unnamed = (body: Body): readonly Hit[] =>
  sift(body.results, ({ message, part }) =>
    part.name === undefined && part.id === undefined ? hitCall(message, part) : undefined,
  )

/** Ollama's native chat (`wire-rules.md` section 9). */
export const ollama: readonly Rule[] = [
  {
    id: "ollama/args-object",
    confidence: "A",
    effect: "reject",
    scope: "S",
    on,
    meaning: "A call's arguments are no object.",
    fix: "Send the object itself, not its JSON text.",
    source: "the server's source; public reports",
    check: wrongArguments,
  },
  {
    id: "ollama/content-string",
    confidence: "A",
    effect: "reject",
    scope: "S",
    on,
    meaning: "A content is no string, or a picture is no bare base64.",
    fix: "Send text as a string and pictures as base64 in `images`.",
    source: "the server's source; a public report",
    check: wrongContents,
  },
  {
    id: "ollama/tool-fields",
    confidence: "A",
    effect: "degrade",
    scope: "S",
    on,
    meaning: "A tool's message names neither its tool nor its call.",
    fix: "Set `tool_name` and `tool_call_id`.",
    source: "the server's source",
    check: unnamed,
  },
]
