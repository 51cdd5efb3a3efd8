import type { Body } from "./body.ts"

/**
 * What can be told from a model's name. Names are matched by their published form; one of another form is taken to be
 * as new as the target's own.
 */
const claude = /claude-(?:[a-z]+-)?(\d{1,2})(?:[-.](\d{1,2}))?(?!\d)/

/** A Claude model's generation, such as 4.6; undefined where the name does not say. */
export const claudeGeneration = (model: string): number | undefined => {
  const match = claude.exec(model)
  return match === null ? undefined : Number(`${match[1]}.${match[2] ?? "0"}`)
}

const named = ({ model, target }: Body): string => model ?? target.model

/** Whether the body's model is known to be of an older Claude generation. */
export const isOlderThan = (body: Body, generation: number): boolean => {
  const own = claudeGeneration(named(body))
  return own !== undefined && own < generation
}

/** A Gemini model's main version; undefined where neither the body nor the caller names one. */
export const geminiVersion = ({ model }: Body): number | undefined => {
  const match = model === undefined ? null : /gemini-(\d+)/.exec(model)
  return match === null ? undefined : Number(match[1])
}

/** Whether a model behind Google's endpoint is another maker's, which needs ids. */
export const needsIds = ({ model }: Body): boolean => /claude|gpt-oss/.test(model ?? "")

/** Tokens below which a prompt is not cached (`anthropic/cache-min`); undefined where the model is not listed. */
export const cacheMinimum = (body: Body): number | undefined => {
  const model = named(body)
  if (/(?:opus|fable|mythos)-5/.test(model)) return 512
  if (/sonnet-(?:4|5)|opus-4-8/.test(model)) return 1024
  return /haiku-4-5|opus-4-[56]/.test(model) ? 4096 : undefined
}
