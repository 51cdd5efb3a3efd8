import type { Message, Usage } from "#lib/record/entry.ts"
import { countOf, objectOf } from "#lib/record/json.ts"

/**
 * Usage of the Messages API in our terms. Its `input_tokens` leaves out what was read from or written to the cache; our
 * `input` is all of the prompt. Undefined where no count is given, or all are 0.
 */
export const usageOf = (value: unknown): Usage | undefined => {
  const usage = objectOf(value)
  if (usage === undefined) return undefined
  const fresh = countOf(usage.input_tokens)
  const cacheRead = countOf(usage.cache_read_input_tokens)
  const cacheWrite = countOf(usage.cache_creation_input_tokens)
  const output = countOf(usage.output_tokens)
  if (!fresh && !cacheRead && !cacheWrite && !output) return undefined
  const input = fresh === undefined ? 0 : fresh + (cacheRead ?? 0) + (cacheWrite ?? 0)
  if (fresh !== undefined && cacheRead !== undefined && cacheWrite !== undefined && output !== undefined)
    return { input, cacheRead, cacheWrite, output }
  return {
    ...(fresh === undefined ? undefined : { input }),
    ...(cacheRead === undefined ? undefined : { cacheRead }),
    ...(cacheWrite === undefined ? undefined : { cacheWrite }),
    ...(output === undefined ? undefined : { output }),
  }
}

const stops: { readonly [reason: string]: NonNullable<Message["stop"]> } = {
  end_turn: "end",
  stop_sequence: "end",
  tool_use: "tool-calls",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  refusal: "refusal",
}

/** Undefined where the source names none, or one we have no word for (a paused turn goes on). */
export const stopOf = (reason: unknown): Message["stop"] =>
  typeof reason === "string" && Object.hasOwn(stops, reason) ? stops[reason] : undefined
