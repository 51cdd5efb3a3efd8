import { chat, chatParams, printable, roomy } from "./base.ts"
import type { Row } from "./row.ts"

/** Rows of the OpenAI chat shape (`wire-rules.md` sections 3, 6 and 7). */

export const openai = {
  ...chat,
  id: "openai",
  label: "OpenAI Chat Completions",
  provider: "openai",
  model: "gpt-5.5",
  window: 1_050_000,
  url: "https://api.openai.com/v1/chat/completions",
  system: "developer",
  notices: "developer",
  sees: true,
  pictures: roomy,
  resultPictures: "behind",
  files: ["application/pdf"],
  ids: { pattern: printable, most: 40, derived: "call" },
  customCalls: true,
  params: { ...chatParams, maxTokens: "max_completion_tokens", effort: "reasoning_effort" },
} as const satisfies Row

export const kimi = {
  ...chat,
  id: "kimi",
  label: "Kimi",
  provider: "moonshot",
  model: "kimi-k2.6",
  window: 262_144,
  url: "https://api.moonshot.ai/v1/chat/completions",
  reasoning: { form: "field", name: "reasoning_content", filler: { on: "calls", text: " " } },
} as const satisfies Row

export const deepseek = {
  ...chat,
  id: "deepseek",
  label: "DeepSeek",
  provider: "deepseek",
  model: "deepseek-v4",
  window: 1_000_000,
  url: "https://api.deepseek.com/chat/completions",
  reasoning: { form: "field", name: "reasoning_content", filler: { on: "all", text: "" } },
} as const satisfies Row

export const mistral = {
  ...chat,
  id: "mistral",
  label: "Mistral",
  provider: "mistral",
  model: "mistral-large-3",
  window: 262_144,
  url: "https://api.mistral.ai/v1/chat/completions",
  merges: ["user"],
  ids: { pattern: "^[a-zA-Z0-9]{9}$", most: 9, derived: "nine" },
  bridge: true,
  asksUsage: false,
} as const satisfies Row

export const openaiCompatible = {
  ...chat,
  id: "openai-compatible",
  label: "OpenAI-compatible server",
  provider: "openai-compatible",
  model: "default",
  url: "http://127.0.0.1:8000/v1/chat/completions",
  merges: ["user", "assistant"],
  firstUser: true,
} as const satisfies Row
