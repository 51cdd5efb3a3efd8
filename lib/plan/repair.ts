import { fromMarkdown } from "mdast-util-from-markdown"
import type { LineBlock } from "#lib/line/item.ts"
import { lineOf } from "#lib/line/line.ts"
import type { BlockOf } from "#lib/record/block.ts"
import type { Draft } from "#lib/record/build.ts"
import type { Entry, Message } from "#lib/record/entry.ts"
import { fine, refused } from "#lib/record/problem.ts"
import { type Planned, planOf } from "./plan.ts"

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
  const found = [...text.matchAll(loneEscape)].map(({ index }) => index)
  if (found.length === 0) return []
  const code = rangesIn(fromMarkdown(text))
  return found.filter((at) => !code.some(([from, to]) => at >= from && at < to))
}

/** The text with each of these backslashes left out. */
const without = (text: string, backslashes: readonly number[]): string => {
  let at = 0
  let plain = ""
  for (const from of backslashes) {
    plain += text.slice(at, from)
    at = from + 1
  }
  return plain + text.slice(at)
}

type Text = LineBlock<BlockOf<"text">>

const isText = (held: LineBlock): held is Text => held.block.kind === "text"

/** A signature stands for a text as it was made, so a signed one is left as it is. */
const isSigned = ({ block }: Text): boolean => block.proof !== undefined

const isAgents = ({ role, speaker }: Message): boolean => role === "assistant" && speaker.kind === "agent"

/** The agent's own texts in force. */
const prose = (entries: readonly Entry[]): readonly Text[] =>
  lineOf(entries).items.flatMap((item) =>
    item.kind === "message" && isAgents(item.entry) ? item.blocks.filter(isText) : [],
  )

const repaired = ({ id, block }: Text, backslashes: readonly number[]): Draft => {
  const { native: _, ...own } = block // its provider's own JSON holds the text as it was
  return {
    kind: "replacement",
    of: id,
    with: { ...own, text: without(block.text, backslashes) },
    reason: "repaired",
  }
}

/**
 * Turns lone escaped quotes in the agent's prose into plain ones; counts `quotes`, and `signed`: those in signed texts,
 * which stay. Running it twice changes nothing. Problem `plan-empty` {kind}: there are none.
 */
export const planRepair = (entries: readonly Entry[]): Planned => {
  const found = prose(entries).flatMap((held) => {
    const at = loneQuotes(held.block.text)
    return at.length === 0 ? [] : [{ held, at }]
  })
  const free = found.filter(({ held }) => !isSigned(held))
  if (free.length === 0) return refused("plan-empty", { kind: "repair" })
  const quotes = free.reduce((sum, { at }) => sum + at.length, 0)
  const signed = found.reduce((sum, { held, at }) => sum + (isSigned(held) ? at.length : 0), 0)
  const drafts = free.map(({ held, at }) => repaired(held, at))
  return fine(planOf(entries, { kind: "repair", drafts, counts: { quotes, signed } }))
}
