import type { TargetId } from "#lib/dialect/targets.ts"
import { objectOf, parsed, stringOf } from "#lib/record/json.ts"
import { fits, type Shape, shapeOf } from "./shape.ts"

/** Whose models have which names; the first that fits. */
const named: { readonly [shape in Shape]: readonly (readonly [name: RegExp, target: TargetId])[] } = {
  chat: [
    [/kimi|moonshot/i, "kimi"],
    [/deepseek/i, "deepseek"],
    [/mistral|magistral|devstral|codestral|ministral/i, "mistral"],
    [/^glm/i, "glm"],
    [/^(?:gpt-(?!oss)|o\d|chatgpt)/i, "openai"],
  ],
  responses: [
    [/grok/i, "xai"],
    [/codex/i, "codex"],
  ],
  messages: [[/^glm/i, "glm"]],
  gemini: [],
  ollama: [],
  converse: [],
}

const others: { readonly [shape in Shape]: TargetId } = {
  chat: "openai-compatible",
  responses: "openai-responses",
  messages: "anthropic",
  gemini: "gemini",
  ollama: "ollama",
  converse: "bedrock",
}

/** The target that a body seems to be for, by its shape and its model's name; undefined where it has no history. */
export const detectTarget = (text: string): TargetId | undefined => {
  const root = objectOf(parsed(text))
  const shape = root === undefined ? undefined : shapeOf(root)
  if (root === undefined || shape === undefined) return undefined
  const model = stringOf(root["model"])?.replace(/^.*\//, "") ?? ""
  if (shape === "chat" && /^claude/i.test(model) && fits(root, "messages")) return "anthropic"
  return named[shape].find(([name]) => name.test(model))?.[1] ?? others[shape]
}
