import { bearer, messages, pictures, plainName, signedByAnthropic } from "./base.ts"
import type { Row } from "./row.ts"

export const bedrock = {
  ...messages,
  id: "bedrock",
  label: "Bedrock Converse",
  dialect: "converse",
  api: "converse",
  provider: "bedrock",
  model: "anthropic.claude-sonnet-5",
  window: 1_000_000,
  url: "https://bedrock-runtime.us-east-1.amazonaws.com/model/{model}/converse",
  auth: bearer,
  sees: true,
  pictures: { ...pictures, base64: 5_000_000 },
  resultPictures: "inside",
  files: ["application/pdf"],
  names: { pattern: plainName, most: 64 },
  declares: true,
  reasoning: signedByAnthropic,
  params: {
    maxTokens: "maxTokens",
    temperature: "temperature",
    topP: "topP",
    stop: "stopSequences",
    toolChoice: "toolChoice",
    thinking: "thinking",
  },
  maxTokens: undefined,
} as const satisfies Row
