import { objectOf } from "#lib/record/json.ts"
import { type Body, turnsOf, under } from "../body.ts"
import { type Hit, hitAt, hitMessage, type Rule } from "../rule.ts"
import { sift } from "../sift.ts"
import { onClaude, onMessages } from "./anthropic.ts"

export const thinking = ({ root, shape }: Body): Readonly<Record<string, unknown>> | undefined =>
  objectOf((shape === "converse" ? under(root, "additionalModelRequestFields") : root)["thinking"])

const thinkingAt = ({ shape }: Body): string =>
  shape === "converse" ? "/additionalModelRequestFields/thinking" : "/thinking"

const isEnabled = (body: Body): boolean => thinking(body)?.["type"] === "enabled"

const unsigned = (body: Body): readonly Hit[] =>
  sift(body.reasonings, ({ message, part }) =>
    part.proof === undefined || part.proof === "" ? hitAt(message, part.at) : undefined,
  )

/** In a running tool loop the assistant's turn begins with thinking. */
const startsWithout = (body: Body): readonly Hit[] => {
  if (!isEnabled(body)) return []
  const turns = turnsOf(body)
  const at = turns.findLastIndex(({ voice }) => voice === "assistant")
  const turn = turns[at]
  if (turn === undefined) return []
  const parts = turn.parts
  const next = turns[at + 1]
  const isRunning =
    parts.some(({ part }) => part.is === "call" && !part.isServer) &&
    (next === undefined || next.parts[0]?.part.is === "result")
  const [first] = parts
  return isRunning && first !== undefined && first.part.is !== "reasoning"
    ? [hitAt(first.message, first.part.at)]
    : []
}

const finalThinking = (body: Body): readonly Hit[] => {
  const last = body.messages.at(-1)
  const part = last?.parts.find((each) => each.is === "reasoning")
  const off = thinking(body)
  const isOff = off === undefined || off["type"] === "disabled"
  return isOff && last?.voice === "assistant" && part !== undefined ? [hitAt(last, part.at)] : []
}

/** A message's last block, where its neighbours of the same role do not go on from it. */
const endsThinking = (body: Body): readonly Hit[] =>
  sift(turnsOf(body), (turn) => {
    const last = turn.voice === "assistant" ? turn.parts.at(-1) : undefined
    return last?.part.is === "reasoning" ? hitAt(last.message, last.part.at) : undefined
  })

const budget = (body: Body): readonly Hit[] => {
  if (!isEnabled(body)) return []
  const at = `${thinkingAt(body)}/budget_tokens`
  const tokens = thinking(body)?.["budget_tokens"]
  const most =
    body.shape === "converse" ? under(body.root, "inferenceConfig")["maxTokens"] : body.root["max_tokens"]
  if (typeof tokens !== "number") return [{ at: thinkingAt(body) }]
  const isLow = tokens < 1024
  const isHigh = typeof most === "number" && tokens >= most
  return isLow || isHigh
    ? [{ at, facts: { budget: tokens, ...(typeof most === "number" ? { most } : {}) } }]
    : []
}

const types = new Set<unknown>(["enabled", "disabled", "adaptive", "between_tools"])

const unknownType = (body: Body): readonly Hit[] => {
  const set = thinking(body)
  return set === undefined || types.has(set["type"]) ? [] : [{ at: `${thinkingAt(body)}/type` }]
}

const marked = (body: Body): readonly Hit[] =>
  sift(body.reasonings, ({ message, part }) =>
    "cache_control" in part.value ? hitAt(message, `${part.at}/cache_control`) : undefined,
  )

const forced = (body: Body): readonly Hit[] => {
  const type = under(body.root, "tool_choice")["type"]
  return isEnabled(body) && (type === "any" || type === "tool") ? [{ at: "/tool_choice/type" }] : []
}

/** Thinking and its signatures (`wire-rules.md` 2.4). */
export const anthropicThinking: readonly Rule[] = [
  {
    id: "anthropic/thinking-signature-required",
    confidence: "A",
    effect: "reject",
    scope: "S",
    on: onClaude,
    meaning: "A thinking block has no signature, or a redacted one no data.",
    fix: "Leave it out; only its maker can sign it.",
    source: "provider SDK types; a public report",
    check: unsigned,
  },
  {
    id: "anthropic/thinking-first-when-enabled",
    confidence: "B",
    effect: "reject",
    scope: "S",
    on: onClaude,
    meaning: "Thinking is on, and the assistant's turn of the running tool loop does not begin with it.",
    fix: "Turn thinking off for this request, or send the block that was received.",
    source: "public reports",
    check: startsWithout,
  },
  {
    id: "anthropic/thinking-when-disabled-final",
    confidence: "C",
    effect: "reject",
    scope: "S",
    on: onMessages,
    meaning: "Thinking is off, and the final assistant message holds a thinking block.",
    fix: "Leave the block out.",
    source: "a public report",
    check: finalThinking,
  },
  {
    id: "anthropic/thinking-not-last",
    confidence: "B",
    effect: "reject",
    scope: "S",
    on: onClaude,
    meaning: "An assistant's turn ends with a thinking block.",
    fix: "Leave the block out, or keep the text or call that came behind it.",
    source: "public reports",
    check: endsThinking,
  },
  {
    id: "anthropic/thinking-budget",
    confidence: "A",
    effect: "reject",
    scope: "S",
    on: onClaude,
    meaning: "The thinking budget is below 1,024 tokens, or not below the most tokens of the answer.",
    fix: "Set it between them.",
    source: "provider SDK documentation",
    check: budget,
  },
  {
    id: "anthropic/thinking-types-by-model",
    confidence: "A",
    effect: "reject",
    scope: "M",
    on: onMessages,
    meaning: "No model takes this type of thinking.",
    fix: "Use `enabled`, `disabled`, `adaptive` or `between_tools`, whichever the model takes.",
    source: "provider SDK documentation",
    check: unknownType,
  },
  {
    id: "anthropic/thinking-no-cache-control",
    confidence: "A",
    effect: "reject",
    scope: "S",
    on: onMessages,
    open: "The types have no such field; no refusal was seen.",
    meaning: "A cache mark stands on a thinking block.",
    fix: "Put the mark on another block.",
    source: "provider SDK types",
    check: marked,
  },
  {
    id: "anthropic/tool-choice-thinking",
    confidence: "A",
    effect: "reject",
    scope: "S",
    on: onMessages,
    meaning: "Thinking is on while the choice of tool is forced.",
    fix: "Use `auto` or `none`, or turn thinking off.",
    source: "provider documentation",
    check: forced,
  },
]

/** GLM's rules on its own Anthropic-shaped endpoint, which knows two roles only. */
export const glmRoles: Rule = {
  id: "glm-anthropic/no-system-role",
  confidence: "B",
  effect: "reject",
  scope: "S",
  on: ({ target, shape }) => target.like === "glm" && shape === "messages",
  meaning: "A message has a role other than `user` and `assistant`.",
  fix: "Move it to the top-level `system`, or send it as a user's text that says what it is.",
  source: "public reports",
  check: ({ messages }) =>
    messages.flatMap((message) =>
      message.voice === "user" || message.voice === "assistant"
        ? []
        : [hitMessage(message, { role: message.role })],
    ),
}
