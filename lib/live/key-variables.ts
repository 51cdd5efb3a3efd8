import type { Target, TargetId } from "#lib/dialect/targets.ts"

/** Environment variables that hold keys, by provider, first the one that is looked at first. */
const byProvider: { readonly [provider: string]: readonly string[] } = {
  anthropic: ["ANTHROPIC_API_KEY"],
  openai: ["OPENAI_API_KEY"],
  xai: ["XAI_API_KEY"],
  zai: ["ZAI_API_KEY"],
  bedrock: ["AWS_BEARER_TOKEN_BEDROCK"],
  google: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
  moonshot: ["MOONSHOT_API_KEY"],
  deepseek: ["DEEPSEEK_API_KEY"],
  mistral: ["MISTRAL_API_KEY"],
  ollama: ["OLLAMA_API_KEY"],
  "openai-compatible": ["OPENAI_COMPATIBLE_API_KEY"],
}

/** Rows whose keys are not those of their provider: a sign-in's token is no API key, and neither goes to the other. */
const byRow: { readonly [Row in TargetId]?: readonly string[] } = { codex: ["CODEX_ACCESS_TOKEN"] }

/** Rows whose servers may ask for no key. */
const keyless: ReadonlySet<TargetId> = new Set(["ollama", "openai-compatible"])

/** Every variable of the tables. */
export const keyVariables: readonly string[] = [byProvider, byRow].flatMap((table) =>
  Object.values(table).flat(),
)

/**
 * The variables that may hold a target's key, in the order they are looked at; never empty. A provider that is in no
 * table, as a row of the user's may name, has one of its own name: `some-host` reads SOME_HOST_API_KEY.
 */
export const variablesOf = ({ like, provider }: Pick<Target, "like" | "provider">): readonly string[] =>
  byRow[like] ?? byProvider[provider] ?? [`${provider.toUpperCase().replace(/[^A-Z0-9]+/g, "_")}_API_KEY`]

/** Whether a target may be asked without a key. */
export const isKeyless = ({ like }: Pick<Target, "like">): boolean => keyless.has(like)
