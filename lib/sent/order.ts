import { dialects } from "#lib/dialect/index.ts"
import type { Target } from "#lib/dialect/targets.ts"
import { type Body, keyOf } from "./body.ts"

type DialectId = Target["dialect"]

/** Fields that a provider reads before all others, in its order (`common/stable-prefix`); elsewhere the wire's order holds. */
const first: { readonly [Dialect in DialectId]?: readonly string[] } = {
  messages: ["model", "tools", "system"],
  "prior-turns": ["model", "tools", "system"],
  converse: ["toolConfig", "system"],
}

/** Fields that steer the answer and are no part of the prompt: they cost no cache, so they come last. */
const beside: ReadonlySet<string> = new Set([
  ...["max_tokens", "max_completion_tokens", "max_output_tokens", "temperature", "top_p", "top_k", "seed"],
  ...["stop", "stop_sequences", "stream", "stream_options", "metadata", "user", "service_tier", "store"],
  ...["generationConfig", "inferenceConfig", "options"],
])

const histories: readonly string[] = ["messages", "input", "contents"]

/** The key of the list that a conversation grows in; `dialect` undefined where it is not known. */
export const historyOf = (dialect: DialectId | undefined, bodies: readonly Body[]): string => {
  if (dialect !== undefined) return dialects[dialect].history
  const keys = new Set(bodies.flatMap((body) => [...membersOf(body).keys()]))
  return histories.find((key) => keys.has(key)) ?? "messages"
}

/** The members of the whole body, by key; of a repeated one the last. */
export const membersOf = (body: Body): ReadonlyMap<string, number> =>
  new Map(
    (body.text.trimStart().startsWith("{") ? body.spans.inside(0) : []).flatMap((node) => {
      const key = keyOf(body, node)
      return key === undefined ? [] : [[key, node] as const]
    }),
  )

/** A field of a body, numbered in the order that it is read; `prompt`: a model reads it. */
export type Section = {
  readonly key: string
  readonly is: "model" | "head" | "history" | "beside"
}

const kindOf = (key: string, history: string): Section["is"] => {
  if (key === history) return "history"
  if (key === "model") return "model"
  return beside.has(key) ? "beside" : "head"
}

/** The fields of two bodies in the order that they are read: history behind all that stands before it, then what is no prompt. */
export const sectionsOf = (dialect: DialectId | undefined, before: Body, now: Body): readonly Section[] => {
  const history = historyOf(dialect, [now, before])
  const keys = [...new Set([...membersOf(before).keys(), ...membersOf(now).keys()])]
  const early = (dialect === undefined ? undefined : first[dialect]) ?? []
  const rank = ({ key, is }: Section): number => {
    if (early.includes(key)) return early.indexOf(key)
    return { model: 100, head: 100, history: 200, beside: 300 }[is]
  }
  return keys.map((key): Section => ({ key, is: kindOf(key, history) })).toSorted((a, b) => rank(a) - rank(b))
}
