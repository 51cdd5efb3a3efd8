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

/**
 * Whom a wire is for: a row of capabilities. A dialect asks `target.reasoning`, never for a model's name.
 * Sources: `wire-rules.md` sections 2, 3 and 9, by the ids named beside a column.
 */
export type Target = {
  readonly id: string
  readonly label: string
  readonly dialect: "chat" | "messages"
  /** The maker a signed block must have. */
  readonly provider: string
  /** The model where neither the caller, a header nor a maker names one. */
  readonly model: string
  /** Where a request is posted. */
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
  /** Ids of calls: a pattern on the whole id, and the most characters (`openai-chat/tool-id-40`, `anthropic/tool-id-charset`). */
  readonly ids: { readonly pattern: RegExp; readonly most: number }
  /** Names of tools: the most characters (`openai-chat/function-name`, `anthropic/tool-name`). */
  readonly names: { readonly most: number }
  /** What becomes of reasoning; `bound`: to what stands before it. */
  readonly reasoning:
    | { readonly form: "dropped" }
    | { readonly form: "signed"; readonly bound: "prefix" | "maker" }
  /** Whether the first message must be a user's. */
  readonly firstUser: boolean
  /** Whether a result that is an error must have content (`anthropic/tool-result-may-be-empty`). */
  readonly emptyErrors: "allowed" | "refused"
  /** Whether free-text calls have a form of their own. */
  readonly customCalls: boolean
  /** The wire's field for each parameter the row knows. */
  readonly params: { readonly [Name in ParamName]?: string }
  /** The highest temperature it takes. */
  readonly hottest: number
  /** Tokens asked for where the target demands a number and the record has none. */
  readonly maxTokens: number | undefined
}

const pictures = {
  types: ["image/jpeg", "image/png", "image/gif", "image/webp"],
  side: 8000,
  base64: 10_000_000,
  many: { above: 20, side: 2000 },
} as const

const bearer = { header: "authorization", prefix: "Bearer " } as const

const rows = [
  {
    id: "anthropic",
    label: "Anthropic Messages",
    dialect: "messages",
    provider: "anthropic",
    model: "claude-sonnet-5",
    url: "https://api.anthropic.com/v1/messages",
    auth: { header: "x-api-key", prefix: "" },
    system: "top",
    merges: ["user", "assistant"],
    notices: "user",
    sees: true,
    pictures,
    resultPictures: "inside",
    files: ["application/pdf"],
    ids: { pattern: /^[a-zA-Z0-9_-]+$/, most: 64 },
    names: { most: 128 },
    reasoning: { form: "signed", bound: "prefix" },
    firstUser: true,
    emptyErrors: "refused",
    customCalls: false,
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
  },
  {
    id: "openai",
    label: "OpenAI Chat Completions",
    dialect: "chat",
    provider: "openai",
    model: "gpt-5.5",
    url: "https://api.openai.com/v1/chat/completions",
    auth: bearer,
    system: "developer",
    merges: [],
    notices: "developer",
    sees: true,
    pictures: { ...pictures, base64: 20_000_000 },
    resultPictures: "behind",
    files: ["application/pdf"],
    ids: { pattern: /^[^\p{Cc}]+$/u, most: 40 },
    names: { most: 64 },
    reasoning: { form: "dropped" },
    firstUser: false,
    emptyErrors: "allowed",
    customCalls: true,
    params: {
      maxTokens: "max_completion_tokens",
      temperature: "temperature",
      topP: "top_p",
      stop: "stop",
      toolChoice: "tool_choice",
      effort: "reasoning_effort",
      parallel: "parallel_tool_calls",
    },
    hottest: 2,
    maxTokens: undefined,
  },
  {
    id: "openai-compatible",
    label: "OpenAI-compatible server",
    dialect: "chat",
    provider: "openai-compatible",
    model: "default",
    url: "http://127.0.0.1:8000/v1/chat/completions",
    auth: bearer,
    system: "system",
    merges: ["user", "assistant"],
    notices: "user",
    sees: false,
    pictures,
    resultPictures: "marker",
    files: [],
    ids: { pattern: /^[^\p{Cc}]+$/u, most: 64 },
    names: { most: 64 },
    reasoning: { form: "dropped" },
    firstUser: true,
    emptyErrors: "allowed",
    customCalls: false,
    params: {
      maxTokens: "max_tokens",
      temperature: "temperature",
      topP: "top_p",
      stop: "stop",
      toolChoice: "tool_choice",
      parallel: "parallel_tool_calls",
    },
    hottest: 2,
    maxTokens: undefined,
  },
] as const satisfies readonly Target[]

export type TargetId = (typeof rows)[number]["id"]

/** All rows, in the order they are shown. */
export const targets: readonly Target[] = rows

/** The row of an id; undefined where there is none. */
export const targetOf = (id: string): Target | undefined => targets.find((row) => row.id === id)
