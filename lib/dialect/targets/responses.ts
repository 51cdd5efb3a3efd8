import { chat, plainName, roomy } from "./base.ts"
import type { Row } from "./row.ts"

/** What a row of the OpenAI Responses shape is where it says nothing else (`wire-rules.md` section 4). */
const responses = {
  ...chat,
  dialect: "responses",
  api: "responses",
  system: "top",
  notices: "developer",
  sees: true,
  pictures: roomy,
  resultPictures: "inside",
  files: ["application/pdf"],
  names: { pattern: plainName, most: 128 },
  longest: 10_485_760,
  customCalls: true,
  keepsNothing: true,
  params: {
    maxTokens: "max_output_tokens",
    temperature: "temperature",
    topP: "top_p",
    toolChoice: "tool_choice",
    effort: "reasoning",
    parallel: "parallel_tool_calls",
  },
} as const satisfies Partial<Row>

export const openaiResponses = {
  ...responses,
  id: "openai-responses",
  label: "OpenAI Responses",
  provider: "openai",
  model: "gpt-5.5",
  window: 1_050_000,
  url: "https://api.openai.com/v1/responses",
  reasoning: { form: "signed", proofs: ["openai-encrypted"], bound: "maker", ids: true },
} as const satisfies Row

export const codex = {
  ...responses,
  id: "codex",
  label: "Codex backend",
  provider: "openai",
  model: "gpt-5.5-codex",
  url: "https://chatgpt.com/backend-api/codex/responses",
  reasoning: { form: "signed", proofs: ["openai-encrypted"], bound: "maker", ids: false },
} as const satisfies Row

export const xai = {
  ...responses,
  id: "xai",
  label: "xAI Responses",
  provider: "xai",
  model: "grok-4",
  window: 256_000,
  url: "https://api.x.ai/v1/responses",
  customCalls: false,
  reasoning: { form: "signed", proofs: ["openai-encrypted"], bound: "maker", ids: true },
} as const satisfies Row
