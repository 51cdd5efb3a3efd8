import type { Header, Maker, Principal } from "../entry.ts"

/** Makers of random replies; undefined: the source does not say. */
export const makers: readonly (Maker | undefined)[] = [
  { provider: "anthropic", api: "messages", model: "claude-x" },
  undefined,
  { provider: "anthropic", api: "messages", model: "claude-y" },
  { provider: "anthropic", api: "messages", model: "claude-x", account: "second" },
  { provider: "openai", api: "chat", model: "gpt-x" },
  { provider: "openai", api: "responses", model: "gpt-x" },
  { provider: "google", api: "gemini", model: "gemini-x" },
  { provider: "google", api: "gemini", model: "gemini-y" },
  { provider: "zai", api: "messages", model: "claude-x" },
  { provider: "xai", api: "responses", model: "grok-x" },
  { provider: "moonshot", api: "chat", model: "kimi-x" },
  { provider: "deepseek", api: "chat", model: "deepseek-x" },
  { provider: "mistral", api: "chat", model: "mistral-x" },
  { provider: "ollama", api: "ollama", model: "qwen-x" },
  { provider: "bedrock", api: "converse", model: "claude-x" },
]

export const headerTargets: readonly Header["target"][] = [
  { provider: "anthropic", dialect: "messages", model: "claude-x" },
  { provider: "openai", dialect: "chat", model: "gpt-x" },
  { provider: "anthropic", dialect: "messages", model: "claude-x", account: "second" },
  { provider: "anthropic", dialect: "messages", model: "claude-y" },
  { provider: "openai", dialect: "responses", model: "gpt-x" },
  { provider: "google", dialect: "gemini", model: "gemini-x" },
  { provider: "bedrock", dialect: "converse", model: "claude-x" },
  { provider: "xai", dialect: "responses", model: "grok-x" },
]

/** Facts that no other header of the record has, so that an old one is recognised where it must not be. */
export const principalOf = (seq: number, { mode, drift }: Pick<Principal, "mode" | "drift">): Principal => ({
  agent: `agent-${seq}x`,
  account: `account-${seq}x`,
  uid: 1000 + seq,
  expectedAccount: `account-${seq}x`,
  mode,
  node: `node-${seq}x`,
  drift,
})
