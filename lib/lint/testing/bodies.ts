/** Terse bodies for tests: a provider's own shapes, so that a test reads as the request it is about. */

type Fields = Readonly<Record<string, unknown>>

const json = (value: unknown): string => JSON.stringify(value)

const object = { type: "object", properties: {} } as const

/** Anthropic Messages. */
export const anthropic = {
  body: (messages: readonly unknown[], more: Fields = {}): string =>
    json({
      model: "claude-x",
      max_tokens: 4096,
      tools: [{ name: "bash", input_schema: object }],
      ...more,
      messages,
    }),
  user: (...content: readonly unknown[]) => ({ role: "user", content: parts(content) }),
  assistant: (...content: readonly unknown[]) => ({ role: "assistant", content: parts(content) }),
  use: (id: string, input: unknown = {}, name = "bash") => ({ type: "tool_use", id, name, input }),
  result: (id: string, content: unknown = "ok", more: Fields = {}) => ({
    type: "tool_result",
    tool_use_id: id,
    content,
    ...more,
  }),
  text: (text: string, more: Fields = {}) => ({ type: "text", text, ...more }),
  thought: (signature: string, thinking = "hm") => ({ type: "thinking", thinking, signature }),
  image: (data = "AAAA", media = "image/png") => ({
    type: "image",
    source: { type: "base64", media_type: media, data },
  }),
} as const

/** Strings are texts. */
const parts = (content: readonly unknown[]): readonly unknown[] =>
  content.map((part) => (typeof part === "string" ? { type: "text", text: part } : part))

/** The OpenAI chat shape. */
export const chat = {
  body: (messages: readonly unknown[], more: Fields = {}): string =>
    json({
      model: "m",
      tools: [{ type: "function", function: { name: "bash", parameters: object } }],
      ...more,
      messages,
    }),
  system: (content: string) => ({ role: "system", content }),
  user: (content: unknown) => ({ role: "user", content }),
  assistant: (content: unknown, ...calls: readonly unknown[]) => ({
    role: "assistant",
    content,
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  }),
  call: (id: string, input: unknown = "{}", name = "bash") => ({
    id,
    type: "function",
    function: { name, arguments: input },
  }),
  tool: (id: string, content: unknown = "ok") => ({ role: "tool", tool_call_id: id, content }),
  picture: { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
} as const

/** OpenAI Responses. */
export const responses = {
  body: (input: readonly unknown[], more: Fields = {}): string => json({ model: "m", ...more, input }),
  user: (text: string) => ({ type: "message", role: "user", content: [{ type: "input_text", text }] }),
  assistant: (text: string, more: Fields = {}) => ({
    type: "message",
    role: "assistant",
    ...more,
    content: [{ type: "output_text", text }],
  }),
  call: (id: string, input: unknown = "{}", name = "bash") => ({
    type: "function_call",
    call_id: id,
    name,
    arguments: input,
  }),
  output: (id: string, output: unknown = "ok") => ({ type: "function_call_output", call_id: id, output }),
  reasoning: (more: Fields) => ({ type: "reasoning", summary: [], ...more }),
} as const

/** Gemini generateContent. */
export const gemini = {
  body: (contents: readonly unknown[], more: Fields = {}): string => json({ ...more, contents }),
  user: (...content: readonly unknown[]) => ({ role: "user", parts: textParts(content) }),
  model: (...content: readonly unknown[]) => ({ role: "model", parts: textParts(content) }),
  call: (id: string, signature?: string, args: unknown = {}, name = "bash") => ({
    functionCall: { id, name, args },
    ...(signature === undefined ? {} : { thoughtSignature: signature }),
  }),
  response: (id: string, response: unknown = { output: "ok" }, name = "bash") => ({
    functionResponse: { id, name, response },
  }),
  picture: { inlineData: { mimeType: "image/png", data: "AAAA" } },
} as const

const textParts = (content: readonly unknown[]): readonly unknown[] =>
  content.map((part) => (typeof part === "string" ? { text: part } : part))

/** Ollama's native chat. */
export const ollama = {
  body: (messages: readonly unknown[], more: Fields = {}): string =>
    json({ model: "qwen3", ...more, messages }),
  call: (id: string, input: unknown = {}) => ({
    id,
    type: "function",
    function: { name: "bash", arguments: input },
  }),
  tool: (id: string, content = "ok") => ({ role: "tool", content, tool_name: "bash", tool_call_id: id }),
} as const

/** Bedrock Converse. */
export const converse = {
  body: (messages: readonly unknown[], more: Fields = { toolConfig: converseTools }): string =>
    json({ ...more, messages }),
  user: (...content: readonly unknown[]) => ({ role: "user", content: textParts(content) }),
  assistant: (...content: readonly unknown[]) => ({ role: "assistant", content: textParts(content) }),
  use: (id: string, input: unknown = {}, name = "bash") => ({ toolUse: { toolUseId: id, name, input } }),
  result: (id: string, content: readonly unknown[] = [{ text: "ok" }], status = "success") => ({
    toolResult: { toolUseId: id, content, status },
  }),
} as const

const converseTools = { tools: [{ toolSpec: { name: "bash", inputSchema: { json: object } } }] }
