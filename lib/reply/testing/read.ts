import { type ReplyDialect, type ReplyOptions, replyReader } from "../reader.ts"
import type { Delta, Frame, Reply } from "../reply.ts"

/** A frame by hand: its payload, or an event's name and its payload. */
export type Given = object | string | readonly [event: string, payload: object]

/** Reads frames to the end of their stream. */
export const read = (
  dialect: ReplyDialect,
  frames: readonly Given[],
  options: ReplyOptions = {},
): { readonly reply: Reply; readonly deltas: readonly Delta[] } => {
  const reader = replyReader(dialect, options)
  const deltas = frames.flatMap((given) => {
    const [event, payload] = Array.isArray(given) ? given : [undefined, given]
    const data = typeof payload === "string" ? payload : JSON.stringify(payload)
    const frame: Frame = event === undefined ? { data } : { event, data }
    return reader.read(frame)
  })
  return { reply: reader.end(), deltas }
}

/** A chunk of a Chat Completions stream. */
export const chunk = (delta: object, finish_reason: string | null = null): object => ({
  id: "c1",
  model: "m",
  choices: [{ index: 0, delta, finish_reason }],
})
