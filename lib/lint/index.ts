import { anthropic } from "./anthropic.ts"
import { anthropicContent } from "./anthropic-content.ts"
import { anthropicMedia } from "./anthropic-media.ts"
import { anthropicPairs } from "./anthropic-pairs.ts"
import { anthropicSigned } from "./anthropic-signed.ts"
import { anthropicThinking, glmRoles } from "./anthropic-thinking.ts"
import { bedrock } from "./bedrock.ts"
import { chat } from "./chat.ts"
import { chatPairs } from "./chat-pairs.ts"
import { common, required } from "./common.ts"
import { commonCalls } from "./common-calls.ts"
import { deepseek } from "./deepseek.ts"
import { gemini } from "./gemini.ts"
import { geminiSignatures } from "./gemini-signatures.ts"
import { glm, kimi } from "./kimi.ts"
import { mistral } from "./mistral.ts"
import { ollama } from "./ollama.ts"
import { previousRules } from "./previous.ts"
import { responses } from "./responses.ts"
import { responsesReasoning } from "./responses-reasoning.ts"
import type { Rule } from "./rule.ts"
import { templates } from "./templates.ts"

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
