import { messages, plainName, signedByAnthropic } from "./base.ts"
import type { Row } from "./row.ts"

/** Rows of the Anthropic Messages shape, and of the prompt that holds prior turns. */

export const anthropic = {
  ...messages,
  id: "anthropic",
  label: "Anthropic Messages",
  provider: "anthropic",
  model: "claude-sonnet-5",
  window: 1_000_000,
  url: "https://api.anthropic.com/v1/messages",
  sees: true,
  resultPictures: "inside",
  files: ["application/pdf"],
  reasoning: signedByAnthropic,
  keepsMarked: true,
} as const satisfies Row

export const glm = {
  ...messages,
  id: "glm",
  label: "GLM, Anthropic shape",
  provider: "zai",
  model: "glm-5",
  window: 200_000,
  url: "https://api.z.ai/api/anthropic/v1/messages",
} as const satisfies Row

export const claudePrompt = {
  ...messages,
  id: "claude-prompt",
  label: "Claude, prior turns as text",
  dialect: "prior-turns",
  provider: "anthropic",
  model: "claude-sonnet-5",
  window: 1_000_000,
  url: "https://api.anthropic.com/v1/messages",
  sees: true,
  files: [],
  firstUser: false,
  keepsMarked: true,
  names: { pattern: "^[A-Za-z0-9_.:-]+$", most: 128, declared: plainName },
} as const satisfies Row
