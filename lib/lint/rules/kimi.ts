import { type Body, isBlank, under } from "../body.ts"
import { firstCall, idAt } from "../part.ts"
import { firstOf, type Hit, hitAt, hitInCall, hitMessage, type Rule } from "../rule.ts"
import { sift } from "../sift.ts"

const on = ({ shape, target }: Body): boolean => shape === "chat" && target.like === "kimi"
const thinks = (body: Body): boolean => on(body) && under(body.root, "thinking")["type"] !== "disabled"

const missing = (body: Body, withCalls: boolean): readonly Hit[] =>
  sift(body.messages, (message) => {
    const { reasoning_content: reasoning } = message.value
    const has = reasoning !== undefined && reasoning !== null
    const call = firstCall(message)
    if (message.voice !== "assistant" || has || (call !== undefined) !== withCalls) return undefined
    return call === undefined ? hitMessage(message) : hitInCall(message, call, message.at)
  })

const blank = (body: Body): readonly Hit[] =>
  sift(body.messages, (message) => {
    const { reasoning_content: reasoning } = message.value
    return message.voice === "assistant" && typeof reasoning === "string" && isBlank(reasoning)
      ? hitAt(message, `${message.at}/reasoning_content`)
      : undefined
  })

const emptyTexts = (body: Body): readonly Hit[] =>
  sift(body.texts, ({ message, part }) =>
    part.text === "" && "text" in part.value ? hitAt(message, `${part.at}/text`) : undefined,
  )

const foreignIds = (body: Body): readonly Hit[] =>
  sift(body.calls, ({ message, part }) =>
    part.id === undefined || /^(?:functions\.)?[^:]+:\d+$/.test(part.id)
      ? undefined
      : hitInCall(message, part, idAt(part)),
  )

/** Kimi (`wire-rules.md` section 6). */
export const kimi: readonly Rule[] = [
  {
    id: "kimi/reasoning-on-tool-calls",
    confidence: "B",
    effect: "reject",
    scope: "M",
    on: thinks,
    meaning: "An assistant message with calls has no `reasoning_content` while thinking is on.",
    fix: "Send the reasoning that was received; where there is none, turn thinking off or send a declared filler.",
    source: "public reports",
    check: (body) => missing(body, true),
  },
  {
    id: "kimi/reasoning-empty",
    confidence: "C",
    effect: "reject",
    scope: "S",
    on: thinks,
    open: "One report says that an empty string is refused and a blank passes, another that it works.",
    meaning: "A `reasoning_content` is empty or blank; sources disagree whether that passes.",
    fix: "Send the reasoning that was received, if there was any.",
    source: "public reports that disagree",
    check: (body) => firstOf(blank(body)),
  },
  {
    id: "kimi/reasoning-on-all",
    confidence: "C",
    effect: "reject",
    scope: "M",
    on: thinks,
    meaning: "An assistant message without calls has no `reasoning_content`; one report says that it must.",
    fix: "Send the reasoning that was received.",
    source: "a public report",
    check: (body) => firstOf(missing(body, false)),
  },
  {
    id: "kimi/text-empty",
    confidence: "C",
    effect: "reject",
    scope: "S",
    on,
    meaning: "A text part is empty.",
    fix: "Leave it out.",
    source: "a public report",
    check: emptyTexts,
  },
  {
    id: "kimi/id-style",
    confidence: "B",
    effect: "degrade",
    scope: "S",
    on,
    meaning:
      "A call's id is not of the model's own style, a tool's name with a running number, which confuses it.",
    fix: "Keep the ids that the model made; leave foreign ones as they are.",
    source: "public reports",
    check: (body) => firstOf(foreignIds(body)),
  },
]

/** GLM on either of its shapes (`wire-rules.md` section 9). */
const onGlm = ({ target }: Body): boolean => target.like === "glm"

/** What a person or a notice said, not what a tool answered. */
const saysUser = ({ messages }: Body): boolean =>
  messages.some(({ voice, parts }) => voice === "user" && parts.some((part) => part.is !== "result"))

export const glm: readonly Rule[] = [
  {
    id: "glm/needs-user",
    confidence: "B",
    effect: "reject",
    scope: "S",
    on: onGlm,
    meaning: "No user's message is left in the history; the refusal will not say so.",
    fix: "Keep the first real user's turn.",
    source: "public reports",
    check: (body) => (saysUser(body) ? [] : [{ at: "/messages" }]),
  },
  {
    id: "glm/text-empty",
    confidence: "C",
    effect: "reject",
    scope: "S",
    on: onGlm,
    meaning: "A text is empty.",
    fix: "Leave it out.",
    source: "a public report",
    check: emptyTexts,
  },
]
