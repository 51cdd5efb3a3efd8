import type { Entry } from "#lib/record/entry.ts"
import type { Delta } from "#lib/reply/reply.ts"
import type { Piece } from "./viewing.ts"

/** The names of a stream's events; what has one name is never told under another. */
export type EventName =
  | "assistant_message"
  | "reasoning_message"
  | "tool_call"
  | "tool_return"
  | "entry"
  | "turn"
  | "error"

/** One event of a stream: `data` is JSON text. */
export type ServerEvent = { readonly name: EventName; readonly data: string }

const nameOf = (entry: Entry): EventName => {
  if (entry.kind === "message") return entry.role === "tool" ? "tool_return" : "entry"
  if (
    (entry.kind === "turn" || entry.kind === "step" || entry.kind === "attempt") &&
    entry.error !== undefined
  )
    return "error"
  return entry.kind === "turn" ? "turn" : "entry"
}

const told = (delta: Delta, after: number): ServerEvent | undefined => {
  const event = (name: EventName, data: object): ServerEvent => ({
    name,
    data: JSON.stringify({ after, ...data }),
  })
  const { index } = delta
  switch (delta.kind) {
    case "text":
      return event("assistant_message", { index, text: delta.text })
    case "reasoning":
      return event("reasoning_message", { index, text: delta.text })
    case "call":
      return event("tool_call", { index, callId: delta.callId, name: delta.name })
    case "arguments":
      return event("tool_call", { index, arguments: delta.text })
    default:
      return undefined // a proof says nothing to a reader, and a block that came whole stands in the entry
  }
}

/** What a viewer is told of a piece; undefined for a delta that shows nothing. Entries are told as they are stored. */
export const eventOf = (piece: Piece): ServerEvent | undefined => {
  if (piece.kind === "delta") return told(JSON.parse(piece.json) as Delta, piece.position.seq) // as it was written
  const { json } = piece.line
  return { name: nameOf(JSON.parse(json) as Entry), data: json } // it was parsed before it was appended
}
