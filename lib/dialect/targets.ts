/** Who speaks on the wire, as far as merging neighbours goes. */
export type Voice = "user" | "assistant" | "tool" | "developer"

export type ParamName =
  | "maxTokens"
  | "temperature"
  | "topP"
  | "stop"
  | "toolChoice"
  | "thinking"
  | "effort"
  | "parallel"

export type DialectId = "chat" | "responses" | "messages" | "gemini" | "ollama" | "converse" | "prior-turns"

export type ProofKind = "anthropic-signature" | "anthropic-redacted" | "openai-encrypted" | "gemini-signature"

/**
 * What becomes of reasoning. `signed`: it crosses with a proof of one of these kinds from the wire's own maker, bound to
 * its prefix or not; `ids`: whether its item id rides along. `field`: it crosses in a field of that name, whoever made
 * it; `filler` stands there where none was stored, on messages with calls or on all of the assistant's.
 */
export type ReasoningRow =
  | { readonly form: "dropped" }
  | {
      readonly form: "signed"
      readonly proofs: readonly ProofKind[]
      readonly bound: "prefix" | "maker"
      readonly ids?: boolean
      readonly standIn?: boolean
    }
  | {
      readonly form: "field"
      readonly name: string
      readonly filler?: { readonly on: "calls" | "all"; readonly text: string }
    }

/**
 * Whom a wire is for: a row of capabilities. A dialect asks `target.reasoning`, never for a model's name.
 * Sources: `wire-rules.md`, by the ids named beside a column.
 */
export type Target = {
  readonly id: string
  readonly label: string
  readonly dialect: DialectId
  /** The maker a signed block must have, and the api its wire has. */
  readonly provider: string
  readonly api: string
  /** The model where neither the caller, a header nor a maker names one. */
  readonly model: string
  /** Where a request is posted; `{model}` stands for the model. */
  readonly url: string
  /** How a key is sent: header name and prefix. */
  readonly auth: { readonly header: string; readonly prefix: string }
  /** Who speaks the system area. */
  readonly system: "developer" | "system" | "top"
  /** Voices whose neighbouring messages become one. */
  readonly merges: readonly Voice[]
  /** Whose voice notices and context have. */
  readonly notices: "developer" | "user"
  /** Whether its model sees pictures. */
  readonly sees: boolean
  /** Picture limits: types; pixels of the longest side; base64 characters; how many before `side` holds for all. */
  readonly pictures: {
    readonly types: readonly string[]
    readonly side: number
    readonly base64: number
    readonly many: { readonly above: number; readonly side: number }
  }
  readonly resultPictures: "inside" | "behind" | "marker"
  /** Media types of files that cross natively. */
  readonly files: readonly string[]
  /**
   * Ids of calls: a pattern on the whole id, the most characters, and how a derived one is made from hex digits
   * (`openai-chat/tool-id-40`, `anthropic/tool-id-charset`, `mistral/tool-id-9`).
   */
  readonly ids: { readonly pattern: RegExp; readonly most: number; readonly derived: "call" | "nine" }
  /**
   * Names of tools: a pattern on the whole name, and the most characters (`openai-chat/function-name`,
   * `anthropic/tool-name`); `declared`: the pattern of those that are declared, where it is narrower.
   */
  readonly names: { readonly pattern: RegExp; readonly most: number; readonly declared?: RegExp }
  readonly reasoning: ReasoningRow
  /** Whether the first message must be a user's. */
  readonly firstUser: boolean
  /** Whether a reply must stand between a tool's result and a user (`mistral/tool-then-user`). */
  readonly bridge: boolean
  /** Whether a result that is an error must have content (`anthropic/error-result-content`). */
  readonly emptyErrors: "allowed" | "refused"
  /** Whether free-text calls have a form of their own. */
  readonly customCalls: boolean
  /** Whether every tool that history uses must be declared (`bedrock/tool-config`). */
  readonly declares: boolean
  /** Whether the request asks that nothing be kept on the server (`responses/store-false-refs`). */
  readonly keepsNothing: boolean
  /** The wire's field for each parameter the row knows. */
  readonly params: { readonly [Name in ParamName]?: string }
  /** The highest temperature it takes. */
  readonly hottest: number
  /** Tokens asked for where the target demands a number and the record has none. */
  readonly maxTokens: number | undefined
}

const types = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const

const pictures = { types, side: 8000, base64: 10_000_000, many: { above: 20, side: 2000 } } as const

/** No limit on size is known for these. */
const roomy = { ...pictures, base64: 20_000_000 } as const

const bearer = { header: "authorization", prefix: "Bearer " } as const

const plainName = /^[a-zA-Z0-9_-]+$/
const printable = /^[^\p{Cc}]+$/u

const chatParams = {
  maxTokens: "max_tokens",
  temperature: "temperature",
  topP: "top_p",
  stop: "stop",
  toolChoice: "tool_choice",
  parallel: "parallel_tool_calls",
} as const

/** What a row is where it says nothing else: a careful server of the OpenAI chat shape. */
const chat = {
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
  reasoning: { form: "dropped" },
  firstUser: false,
  bridge: false,
  emptyErrors: "allowed",
  customCalls: false,
  declares: false,
  keepsNothing: false,
  params: chatParams,
  hottest: 2,
  maxTokens: undefined,
} as const satisfies Partial<Target>

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
} as const satisfies Partial<Target>

const messages = {
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
} as const satisfies Partial<Target>

const signedByAnthropic = {
  form: "signed",
  proofs: ["anthropic-signature", "anthropic-redacted"],
  bound: "prefix",
} as const

const rows = [
  {
    ...messages,
    id: "anthropic",
    label: "Anthropic Messages",
    provider: "anthropic",
    model: "claude-sonnet-5",
    url: "https://api.anthropic.com/v1/messages",
    sees: true,
    resultPictures: "inside",
    files: ["application/pdf"],
    reasoning: signedByAnthropic,
  },
  {
    ...chat,
    id: "openai",
    label: "OpenAI Chat Completions",
    provider: "openai",
    model: "gpt-5.5",
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
  },
  {
    ...responses,
    id: "openai-responses",
    label: "OpenAI Responses",
    provider: "openai",
    model: "gpt-5.5",
    url: "https://api.openai.com/v1/responses",
    reasoning: { form: "signed", proofs: ["openai-encrypted"], bound: "maker", ids: true },
  },
  {
    ...responses,
    id: "codex",
    label: "Codex backend",
    provider: "openai",
    model: "gpt-5.5-codex",
    url: "https://chatgpt.com/backend-api/codex/responses",
    reasoning: { form: "signed", proofs: ["openai-encrypted"], bound: "maker", ids: false },
  },
  {
    ...responses,
    id: "xai",
    label: "xAI Responses",
    provider: "xai",
    model: "grok-4",
    url: "https://api.x.ai/v1/responses",
    customCalls: false,
    reasoning: { form: "signed", proofs: ["openai-encrypted"], bound: "maker", ids: true },
  },
  {
    ...messages,
    id: "glm",
    label: "GLM, Anthropic shape",
    provider: "zai",
    model: "glm-5",
    url: "https://api.z.ai/api/anthropic/v1/messages",
  },
  {
    ...messages,
    id: "bedrock",
    label: "Bedrock Converse",
    dialect: "converse",
    api: "converse",
    provider: "bedrock",
    model: "anthropic.claude-sonnet-5",
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
  },
  {
    ...chat,
    id: "gemini",
    label: "Gemini generateContent",
    dialect: "gemini",
    api: "gemini",
    provider: "google",
    model: "gemini-3-pro",
    url: "https://generativelanguage.googleapis.com/v1beta/models/{model}:generateContent",
    auth: { header: "x-goog-api-key", prefix: "" },
    system: "top",
    merges: ["user", "assistant"],
    sees: true,
    pictures: { ...roomy, types: ["image/jpeg", "image/png", "image/webp"] },
    resultPictures: "inside",
    files: ["application/pdf"],
    names: { pattern: /^[a-zA-Z_][a-zA-Z0-9_.:-]*$/, most: 128 },
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
  },
  {
    ...chat,
    id: "kimi",
    label: "Kimi",
    provider: "moonshot",
    model: "kimi-k2.6",
    url: "https://api.moonshot.ai/v1/chat/completions",
    reasoning: { form: "field", name: "reasoning_content", filler: { on: "calls", text: " " } },
  },
  {
    ...chat,
    id: "deepseek",
    label: "DeepSeek",
    provider: "deepseek",
    model: "deepseek-v4",
    url: "https://api.deepseek.com/chat/completions",
    reasoning: { form: "field", name: "reasoning_content", filler: { on: "all", text: "" } },
  },
  {
    ...chat,
    id: "mistral",
    label: "Mistral",
    provider: "mistral",
    model: "mistral-large-3",
    url: "https://api.mistral.ai/v1/chat/completions",
    merges: ["user"],
    ids: { pattern: /^[a-zA-Z0-9]{9}$/, most: 9, derived: "nine" },
    bridge: true,
  },
  {
    ...chat,
    id: "ollama",
    label: "Ollama",
    dialect: "ollama",
    api: "ollama",
    provider: "ollama",
    model: "qwen3",
    url: "http://127.0.0.1:11434/api/chat",
    resultPictures: "behind",
    ids: { pattern: printable, most: 200, derived: "call" },
    reasoning: { form: "field", name: "thinking" },
    params: {
      maxTokens: "num_predict",
      temperature: "temperature",
      topP: "top_p",
      stop: "stop",
      thinking: "think",
    },
  },
  {
    ...chat,
    id: "openai-compatible",
    label: "OpenAI-compatible server",
    provider: "openai-compatible",
    model: "default",
    url: "http://127.0.0.1:8000/v1/chat/completions",
    merges: ["user", "assistant"],
    firstUser: true,
  },
  {
    ...messages,
    id: "claude-prompt",
    label: "Claude, prior turns as text",
    dialect: "prior-turns",
    provider: "anthropic",
    model: "claude-sonnet-5",
    url: "https://api.anthropic.com/v1/messages",
    sees: true,
    files: [],
    firstUser: false,
    names: { pattern: /^[A-Za-z0-9_.:-]+$/, most: 128, declared: plainName },
  },
] as const satisfies readonly Target[]

export type TargetId = (typeof rows)[number]["id"]

/** All rows, in the order they are shown. */
export const targets: readonly Target[] = rows

/** The row of an id; undefined where there is none. */
export const targetOf = (id: string): Target | undefined => targets.find((row) => row.id === id)
