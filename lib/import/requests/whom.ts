import { type Json, known, listOf, objectOf, stringOf } from "#lib/record/json.ts"
import { shapeOf } from "../bodies/shape.ts"
import { type RequestDialect, requestReaders } from "./index.ts"
import type { Whom } from "./read.ts"

/** Paths by which providers, and whatever stands in for them, take requests. */
const paths: readonly (readonly [path: RegExp, dialect: RequestDialect])[] = [
  [/\/chat\/completions$/, "chat"],
  [/\/responses$/, "responses"],
  [/\/messages$/, "messages"],
  [/:(?:stream)?generateContent$/i, "gemini"],
  [/\/api\/chat$/, "ollama"],
  [/\/model\/[^/]+\/converse(?:-stream)?$/, "converse"],
  [/\/model\/[^/]+\/invoke(?:-with-response-stream)?$/, "messages"],
]

type Served = { readonly dialect: RequestDialect; readonly provider: string; readonly target?: string }

/** Hosts by whom they serve; without a target no row of ours is meant by it. */
const hosts: readonly (readonly [host: RegExp, served: readonly Served[]])[] = [
  [/(^|\.)anthropic\.com$/, [{ dialect: "messages", provider: "anthropic", target: "anthropic" }]],
  [
    /(^|\.)openai\.com$/,
    [
      { dialect: "chat", provider: "openai", target: "openai" },
      { dialect: "responses", provider: "openai", target: "openai-responses" },
    ],
  ],
  [
    /\.openai\.azure\.com$/,
    [
      { dialect: "chat", provider: "openai", target: "openai" },
      { dialect: "responses", provider: "openai", target: "openai-responses" },
    ],
  ],
  [/(^|\.)chatgpt\.com$/, [{ dialect: "responses", provider: "openai", target: "codex" }]],
  [
    /(^|\.)x\.ai$/,
    [
      { dialect: "responses", provider: "xai", target: "xai" },
      { dialect: "chat", provider: "xai" },
    ],
  ],
  [/(^|\.)googleapis\.com$/, [{ dialect: "gemini", provider: "google", target: "gemini" }]],
  [
    /^bedrock-runtime\..*amazonaws\.com(\.cn)?$/,
    [
      { dialect: "converse", provider: "bedrock", target: "bedrock" },
      { dialect: "messages", provider: "bedrock" },
    ],
  ],
  [/(^|\.)moonshot\.(ai|cn)$/, [{ dialect: "chat", provider: "moonshot", target: "kimi" }]],
  [/(^|\.)deepseek\.com$/, [{ dialect: "chat", provider: "deepseek", target: "deepseek" }]],
  [/(^|\.)mistral\.ai$/, [{ dialect: "chat", provider: "mistral", target: "mistral" }]],
  [/(^|\.)(z\.ai|bigmodel\.cn)$/, [{ dialect: "messages", provider: "zai", target: "glm" }]],
]

/** Who is asked where the address says nothing. */
const makers: { readonly [dialect in RequestDialect]: string } = {
  chat: "openai",
  responses: "openai",
  messages: "anthropic",
  gemini: "google",
  ollama: "ollama",
  converse: "bedrock",
}

const urlOf = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)

/** The model that an address names: Gemini's and Bedrock's do. */
const modelIn = (path: string): string | undefined => {
  const named = /\/models\/([^/:]+):/.exec(path)?.[1] ?? /\/model\/([^/]+)\//.exec(path)?.[1]
  if (named === undefined) return undefined
  try {
    return decodeURIComponent(named)
  } catch {
    return named
  }
}

const isConverse = (part: unknown): boolean => {
  const fields = objectOf(part) ?? {}
  const own = "toolUse" in fields || "toolResult" in fields || "reasoningContent" in fields
  return fields["type"] === undefined && (own || typeof fields["text"] === "string")
}

const hasNative = (message: Json): boolean =>
  listOf(message["images"]) !== undefined ||
  (listOf(message["tool_calls"]) ?? []).some(
    (call) => objectOf(objectOf(objectOf(call)?.["function"])?.["arguments"]) !== undefined,
  )

const ofMessages = (root: Json, messages: readonly unknown[]): RequestDialect | undefined => {
  const all = messages.map(objectOf).filter((message) => message !== undefined)
  if (all.some((message) => (listOf(message["content"]) ?? []).some(isConverse))) return "converse"
  const options = objectOf(root["options"]) ?? {}
  if (all.some(hasNative) || "num_predict" in options || "num_ctx" in options) return "ollama"
  const shape = shapeOf(messages, root)
  return shape === undefined ? undefined : shape === "openai-chat" ? "chat" : "messages"
}

const answering = ["instructions", "tools", "store", "include", "previous_response_id", "reasoning", "stream"]

/** The dialect that a body by itself speaks; undefined where it is no request to a model. */
export const dialectOf = (root: Json): RequestDialect | undefined => {
  if (listOf(root["contents"])?.some((item) => listOf(objectOf(item)?.["parts"]) !== undefined))
    return "gemini"
  const messages = listOf(root["messages"])
  if (messages !== undefined) return ofMessages(root, messages)
  if (stringOf(root["model"]) === undefined) return undefined
  const items = listOf(root["input"])
  if (items?.some((item) => "role" in (objectOf(item) ?? {}) || "type" in (objectOf(item) ?? {})))
    return "responses"
  const isText = typeof root["input"] === "string" || items?.length === 0
  return isText && answering.some((key) => key in root) ? "responses" : undefined
}

/** Counts tokens of a history and answers nothing. */
export const counts = (url: string): boolean =>
  /(\/count_tokens|:countTokens|\/input_tokens)$/.test(urlOf(url)?.pathname ?? "")

/** Whether an address is one of a model's, whatever is sent there. */
export const isModels = (url: string): boolean => {
  const at = urlOf(url)
  return (
    at !== undefined && hosts.some(([host]) => host.test(at.hostname)) && pathOf(at.pathname) !== undefined
  )
}

const pathOf = (pathname: string): RequestDialect | undefined =>
  paths.find(([path]) => path.test(pathname))?.[1]

/**
 * Whom a request is for: by the address, where its path is one of a provider's and the body holds that dialect's history;
 * else by the body alone. `url` is empty where none is known. Undefined: it is no request to a model.
 */
export const whomOf = (url: string, root: Json): Whom | undefined => {
  const at = urlOf(url)
  const path = at?.pathname.replace(/\/$/, "") ?? ""
  const byPath = pathOf(path)
  const held = byPath === undefined ? undefined : root[requestReaders[byPath].history]
  const holds = listOf(held) !== undefined || (byPath === "responses" && typeof held === "string")
  const dialect = holds ? byPath : dialectOf(root)
  if (dialect === undefined) return undefined
  const served = hosts.find(([host]) => at !== undefined && host.test(at.hostname))?.[1]
  const row = served?.find((one) => one.dialect === dialect)
  const elsewhere = dialect === "chat" && at !== undefined ? "openai-compatible" : makers[dialect]
  const provider = row?.provider ?? elsewhere
  const target = row?.target ?? (dialect === "ollama" && at !== undefined ? "ollama" : undefined)
  return { dialect, provider, ...known({ model: modelIn(path), target }) }
}
