import { fromMarkdown } from "mdast-util-from-markdown"
import { type Entry, entryTraits, type Message } from "./entry.ts"

/** A quote with exactly one backslash before it. */
const loneEscape = /(?<!\\)\\"/g

type Range = readonly [from: number, to: number]
type Node = ReturnType<typeof fromMarkdown>["children"][number]

const rangesIn = (node: Node | ReturnType<typeof fromMarkdown>): readonly Range[] => {
  if (node.type === "code" || node.type === "inlineCode") {
    const [from, to] = [node.position?.start.offset, node.position?.end.offset]
    return from === undefined || to === undefined ? [] : [[from, to]]
  }
  return "children" in node ? node.children.flatMap(rangesIn) : []
}

/** UTF-16 offsets of the lone escaped quotes of a text that stand outside code, as Markdown knows it. */
export const loneQuotes = (text: string): readonly number[] => {
  if (!text.includes('\\"')) return [] // most texts are never parsed
  const found = [...text.matchAll(loneEscape)].map(({ index }) => index)
  if (found.length === 0) return []
  const code = rangesIn(fromMarkdown(text))
  return found.filter((at) => !code.some(([from, to]) => at >= from && at < to))
}

/** Whether a message's texts are the agent's own prose. */
export const isProse = ({ role, speaker }: Message): boolean =>
  role === "assistant" && speaker.kind === "agent"

const quotesIn = (entry: Entry): number =>
  entry.kind === "message" && isProse(entry)
    ? entry.blocks.reduce((n, block) => n + (block.kind === "text" ? loneQuotes(block.text).length : 0), 0)
    : 0

/**
 * How many lone escaped quotes these entries add to the agent's prose in force; null where an act is among them, which
 * changes what is in force, so that only the whole record can be counted.
 */
export const quotesAdded = (entries: readonly Entry[]): number | null =>
  entries.some(({ kind }) => entryTraits[kind].control)
    ? null
    : entries.reduce((sum, entry) => sum + quotesIn(entry), 0)
