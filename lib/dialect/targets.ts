import { deepseek, kimi, mistral, openai, openaiCompatible } from "./targets/chat.ts"
import { bedrock } from "./targets/converse.ts"
import { gemini } from "./targets/gemini.ts"
import { anthropic, claudePrompt, glm } from "./targets/messages.ts"
import { ollama } from "./targets/ollama.ts"
import { codex, openaiResponses, xai } from "./targets/responses.ts"
import type { Row } from "./targets/row.ts"

/** A new row is one line here, in the order they are shown. */
const rows = [
  anthropic,
  openai,
  openaiResponses,
  codex,
  xai,
  glm,
  bedrock,
  gemini,
  kimi,
  deepseek,
  mistral,
  ollama,
  openaiCompatible,
  claudePrompt,
] as const satisfies readonly Row[]

export type TargetId = (typeof rows)[number]["id"]

/** Whom a wire is for: a row, and the row of ours that it is like, whose rules its bodies are held against. */
export type Target = Row & { readonly like: TargetId }

/** The rows of our own; `lib/live/targets.ts` adds those of the user. */
export const targets: readonly Target[] = rows.map((row) => ({ ...row, like: row.id }))

/** The row of an id among ours; undefined where there is none. */
export const targetOf = (id: string): Target | undefined => targets.find((row) => row.id === id)
