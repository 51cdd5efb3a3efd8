import type { Entry } from "#lib/record/entry.ts"
import type { ChatDelta, ChatEvent } from "./chat.ts"
import { parsePosition } from "./position.ts"

/** The names under which a stream tells entries, and pieces of a reply. */
export const entryNames = ["entry", "tool_return", "turn", "error"] as const
const deltaNames = ["assistant_message", "reasoning_message", "tool_call"] as const

export const eventNames = [...entryNames, ...deltaNames] as const
export type EventName = (typeof eventNames)[number]

/** A piece of a reply as a stream has it. */
type Told = { readonly index: number } & (
  | { readonly text: string }
  | { readonly callId: string; readonly name: string }
  | { readonly arguments: string }
)

const deltaOf = (name: EventName, told: Told): ChatDelta => {
  const { index } = told
  if ("callId" in told) return { kind: "call", index, callId: told.callId, name: told.name }
  if ("arguments" in told) return { kind: "arguments", index, text: told.arguments }
  return { kind: name === "reasoning_message" ? "reasoning" : "text", index, text: told.text }
}

const isDelta = (name: EventName): boolean => deltaNames.some((each) => each === name)

/** An event of our own server's stream, of the same build; undefined where its id is no position. */
export const eventOf = (name: EventName, id: string, data: string): ChatEvent | undefined => {
  const position = parsePosition(id)
  if (position === undefined) return undefined
  return isDelta(name)
    ? { is: "delta", position, delta: deltaOf(name, JSON.parse(data) as Told) }
    : { is: "entry", position, entry: JSON.parse(data) as Entry }
}
