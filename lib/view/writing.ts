import type { Seq } from "#lib/record/entry.ts"
import type { Chat } from "./chat.ts"
import type { Item } from "./chat-item.ts"

/** A reply as somebody sees it being written: its words so far, and the entry that ended the newest turn. */
export type Writing = {
  readonly words: string
  /** It thinks, and has said nothing yet. */
  readonly isThinking: boolean
  readonly ended: Seq | undefined
}

const saidIn = (item: Item | undefined): string =>
  item?.is === "said" && item.speaker.kind === "agent"
    ? item.blocks.map(({ shown }) => (shown.kind === "text" ? shown.text.text : "")).join("")
    : ""

/** What a conversation shows of the reply it is there for. */
export const writingOf = ({ draft, items }: Chat): Writing => {
  const blocks = draft?.blocks ?? []
  const drafted = blocks.map(({ kind, text }) => (kind === "text" ? text : "")).join("")
  const end = items.findLast((item) => item.is === "note" && item.entry.kind === "turn")
  const words = draft === undefined ? saidIn(items.findLast(({ is }) => is === "said")) : drafted
  return {
    words,
    isThinking: words === "" && blocks.some(({ kind }) => kind === "reasoning"),
    ended: end?.seq,
  }
}
