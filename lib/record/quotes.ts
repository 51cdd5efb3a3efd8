import { fromMarkdown } from "mdast-util-from-markdown"
import { type Entry, entryTraits, type Message } from "./entry.ts"

/** A quote with exactly one backslash before it. */
const loneEscape = /(?<!\\)\\"/g

type Range = readonly [from: number, to: number]
type Node = ReturnType<typeof fromMarkdown>["children"][number]

/**
 * All of Markdown that says nothing of where code stands. What it costs to read grows with the square of what a hostile text
 * nests, and it nests as deep as it likes. Code in lists and quotations is found without them.
 */
const beside = [
  ...["list", "blockQuote", "attention", "autolink", "definition", "htmlFlow", "htmlText"],
  ...["labelStartImage", "labelStartLink", "labelEnd"],
]

const rangesIn = (node: Node): readonly Range[] => {
  if (node.type === "code" || node.type === "inlineCode") {
    const [from, to] = [node.position?.start.offset, node.position?.end.offset]
    return from === undefined || to === undefined ? [] : [[from, to]]
  }
  return "children" in node ? node.children.flatMap(rangesIn) : []
}

/** Where code stands in a text, in order. */
const codeIn = (text: string): readonly Range[] =>
  fromMarkdown(text, { extensions: [{ disable: { null: beside } }] }).children.flatMap(rangesIn)

/** The longest text that is read, in UTF-16 units: no reply of prose comes near it. */
const longest = 200_000

/**
 * UTF-16 offsets of the lone escaped quotes of a text that stand outside code, as Markdown knows it; none of a text that is
 * too long to be read.
 */
export const loneQuotes = (text: string): readonly number[] => {
  if (!text.includes('\\"') || text.length > longest) return [] // most texts are never parsed
  const found = [...text.matchAll(loneEscape)].map(({ index }) => index)
  if (found.length === 0) return []
  const code = codeIn(text)
  let next = 0
  return found.filter((at) => {
    while ((code[next]?.[1] ?? at + 1) <= at) next++
    return at < (code[next]?.[0] ?? at + 1)
  })
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
