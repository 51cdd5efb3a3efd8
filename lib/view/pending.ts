import type { Item } from "./chat-item.ts"

/** What was said here and is not in the record yet. `pictures`: how many go with it. `to`: the id of whom it is for. */
export type Pending = {
  readonly key: string
  readonly text: string
  readonly pictures: number
  readonly to?: string
}

const textOf = (item: Item): string | undefined => {
  if (item.is !== "said" || item.speaker.kind !== "human") return undefined
  return item.blocks.map(({ shown }) => (shown.kind === "text" ? shown.text.text : "")).join("")
}

/** Whether a message is what was said; a very long one is shown by its beginning. */
const isSame = (said: string, text: string): boolean =>
  said.trim() === text.trim() || (text.length > 10_000 && said.startsWith(text))

/** What still waits when these messages have come: each takes away the first that says the same, since they come in order. */
export const stillPending = (pending: readonly Pending[], came: readonly Item[]): readonly Pending[] =>
  came.reduce((left, item) => {
    const text = textOf(item)
    const at = text === undefined ? -1 : left.findIndex((each) => isSame(each.text, text))
    return at < 0 ? left : left.toSpliced(at, 1)
  }, pending)
