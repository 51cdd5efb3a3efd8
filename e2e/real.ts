import { type TargetId, targetOf } from "#lib/dialect/targets.ts"
import { variablesOf } from "#lib/live/key-variables.ts"

/** Providers that say what they read from their cache, and a model of each that costs little. */
const cheap: { readonly [Id in TargetId]?: string } = {
  anthropic: "claude-haiku-4-5",
  openai: "gpt-5-mini",
  deepseek: "deepseek-chat",
}

type Environment = { readonly [name: string]: string | undefined }

export type Real = { readonly target: string; readonly model: string; readonly variables: readonly string[] }

/** All that could be asked, with the variables that may hold its key. */
export const realProviders: readonly Real[] = Object.entries(cheap).flatMap(([id, model]) => {
  const target = targetOf(id)
  return target === undefined ? [] : [{ target: id, model, variables: variablesOf(target) }]
})

/** Those that can be asked here: their key is in the environment. */
export const reachable = (environment: Environment = process.env): readonly Real[] =>
  realProviders.filter(({ variables }) => variables.some((name) => (environment[name] ?? "").trim() !== ""))
