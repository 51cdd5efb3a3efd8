import type { Rule } from "./rule.ts"
import { anthropic } from "./rules/anthropic.ts"
import { anthropicContent } from "./rules/anthropic-content.ts"
import { anthropicMedia } from "./rules/anthropic-media.ts"
import { anthropicPairs } from "./rules/anthropic-pairs.ts"
import { anthropicSigned } from "./rules/anthropic-signed.ts"
import { anthropicThinking, glmRoles } from "./rules/anthropic-thinking.ts"
import { bedrock } from "./rules/bedrock.ts"
import { chat } from "./rules/chat.ts"
import { chatPairs } from "./rules/chat-pairs.ts"
import { common, required } from "./rules/common.ts"
import { commonCalls } from "./rules/common-calls.ts"
import { deepseek } from "./rules/deepseek.ts"
import { gemini } from "./rules/gemini.ts"
import { geminiSignatures } from "./rules/gemini-signatures.ts"
import { glm, kimi } from "./rules/kimi.ts"
import { mistral } from "./rules/mistral.ts"
import { ollama } from "./rules/ollama.ts"
import { previousRules } from "./rules/previous.ts"
import { responses } from "./rules/responses.ts"
import { responsesReasoning } from "./rules/responses-reasoning.ts"
import { templates } from "./rules/templates.ts"

/** Every rule, in the order they are listed; of findings at one place the first stands first. */
export const rules: readonly Rule[] = [
  ...common,
  ...commonCalls,
  ...required,
  ...previousRules,
  ...anthropic,
  ...anthropicContent,
  ...anthropicPairs,
  ...anthropicThinking,
  ...anthropicSigned,
  ...anthropicMedia,
  ...chat,
  ...chatPairs,
  ...responses,
  ...responsesReasoning,
  ...gemini,
  ...geminiSignatures,
  ...kimi,
  ...deepseek,
  ...mistral,
  ...glm,
  glmRoles,
  ...ollama,
  ...templates,
  ...bedrock,
]

const byId = new Map(rules.map((rule) => [rule.id, rule]))

/** A rule by its id; undefined where there is none. */
export const ruleOf = (id: string): Rule | undefined => byId.get(id)
