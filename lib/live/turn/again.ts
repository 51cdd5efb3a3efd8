import type { Item, LineMessage } from "#lib/line/item.ts"
import { lineOf } from "#lib/line/line.ts"
import type { Entry } from "#lib/record/entry.ts"
import type { Input } from "./input.ts"

const isAgents = (item: Item): item is LineMessage =>
  item.kind === "message" && item.entry.speaker.kind === "agent"

/** Messages of the reply that a line ends with; empty where somebody else spoke last. */
const reply = (entries: readonly Entry[]): readonly LineMessage[] => {
  const items = lineOf(entries).items.filter(
    (item) => item.kind === "summary" || item.entry.audience !== "surface",
  )
  const other = items.findLastIndex((item) => !isAgents(item))
  return items.slice(other + 1).filter(isAgents)
}

/** Whether a request behind this reply would end with the agent's own words: a call is answered, a thought alone does not cross. */
const hasLastWord = (messages: readonly LineMessage[]): boolean => {
  const blocks = messages.flatMap((message) => message.blocks.map(({ block }) => block))
  const speaks = blocks.some((block) => block.kind === "text" && block.text.trim() !== "")
  return speaks && !blocks.some(({ kind }) => kind === "tool-call")
}

/**
 * An input that asks again, with the way back before the reply that the conversation ends with where the model would be
 * asked to answer its own words; they stay in the record. Other inputs stay as they are.
 */
export const beforeReply = (input: Input, entries: readonly Entry[]): Input => {
  if (input.blocks.length > 0 || input.rewind !== undefined) return input
  const messages = reply(entries)
  const [first] = messages
  return first === undefined || !hasLastWord(messages)
    ? input
    : { ...input, rewind: { to: first.entry.seq, keep: false } }
}
