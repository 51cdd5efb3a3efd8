import { chat, roomy } from "./base.ts"
import type { Row } from "./row.ts"

export const gemini = {
  ...chat,
  id: "gemini",
  label: "Gemini generateContent",
  dialect: "gemini",
  api: "gemini",
  provider: "google",
  model: "gemini-3-pro",
  window: 1_048_576,
  url: "https://generativelanguage.googleapis.com/v1beta/models/{model}:generateContent",
  auth: { header: "x-goog-api-key", prefix: "" },
  system: "top",
  merges: ["user", "assistant"],
  sees: true,
  pictures: { ...roomy, types: ["image/jpeg", "image/png", "image/webp"] },
  resultPictures: "inside",
  files: ["application/pdf"],
  names: { pattern: "^[a-zA-Z_][a-zA-Z0-9_.:-]*$", most: 128 },
  reasoning: { form: "signed", proofs: ["gemini-signature"], bound: "maker", standIn: true },
  firstUser: true,
  params: {
    maxTokens: "maxOutputTokens",
    temperature: "temperature",
    topP: "topP",
    stop: "stopSequences",
    toolChoice: "toolConfig",
    thinking: "thinkingConfig",
  },
} as const satisfies Row
