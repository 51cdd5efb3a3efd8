import type { Row } from "./row.ts"

const types = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const

export const pictures = { types, side: 8000, base64: 10_000_000, many: { above: 20, side: 2000 } } as const

/** No limit on size is known for these. */
export const roomy = { ...pictures, base64: 20_000_000 } as const

export const bearer = { header: "authorization", prefix: "Bearer " } as const

export const plainName = "^[a-zA-Z0-9_-]+$"
export const printable = "^[^\\p{Cc}]+$"

export const chatParams = {
  maxTokens: "max_tokens",
  temperature: "temperature",
  topP: "top_p",
  stop: "stop",
  toolChoice: "tool_choice",
  parallel: "parallel_tool_calls",
} as const

/** What a row is where it says nothing else: a careful server of the OpenAI chat shape. */
export const chat = {
  dialect: "chat",
  api: "chat",
  auth: bearer,
  system: "system",
  merges: [],
  notices: "user",
  sees: false,
  pictures,
  resultPictures: "marker",
  files: [],
  ids: { pattern: printable, most: 64, derived: "call" },
  names: { pattern: plainName, most: 64 },
  longest: undefined,
  reasoning: { form: "dropped" },
  firstUser: false,
  bridge: false,
  emptyErrors: "allowed",
  customCalls: false,
  declares: false,
  keepsNothing: false,
  asksUsage: true,
  keepsMarked: false,
  params: chatParams,
  hottest: 2,
  window: undefined,
  maxTokens: undefined,
} as const satisfies Partial<Row>

/** What a row of the Anthropic Messages shape is where it says nothing else. */
export const messages = {
  ...chat,
  dialect: "messages",
  api: "messages",
  auth: { header: "x-api-key", prefix: "" },
  system: "top",
  merges: ["user", "assistant"],
  ids: { pattern: plainName, most: 64, derived: "call" },
  names: { pattern: plainName, most: 128 },
  firstUser: true,
  emptyErrors: "refused",
  params: {
    maxTokens: "max_tokens",
    temperature: "temperature",
    topP: "top_p",
    stop: "stop_sequences",
    toolChoice: "tool_choice",
    thinking: "thinking",
    effort: "output_config",
    parallel: "tool_choice",
  },
  hottest: 1,
  maxTokens: 8192,
} as const satisfies Partial<Row>

export const signedByAnthropic = {
  form: "signed",
  proofs: ["anthropic-signature", "anthropic-redacted"],
  bound: "prefix",
} as const
