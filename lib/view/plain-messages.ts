import type { Block } from "#lib/record/block.ts"
import type { Message, Seq } from "#lib/record/entry.ts"
import { unreachable } from "#lib/unreachable.ts"
import { whole } from "./clip.ts"
import { size, speakerWords } from "./words.ts"

const placeOf = (block: { readonly name?: string; readonly mediaType: string; readonly url?: string }) =>
  [block.name, block.mediaType, block.url].filter((part) => part !== undefined).join(", ")

const blockText = (block: Block): string => {
  switch (block.kind) {
    case "text":
      return block.text
    case "reasoning":
      return block.text === "" ? "[reasoning that only its maker can read]" : `[reasoning] ${block.text}`
    case "tool-call":
      return `[call ${block.callId} of ${block.name}] ${block.arguments}`
    case "tool-result":
      return [
        `[${block.isError ? "failed " : ""}result ${block.callId} of ${block.name}]`,
        ...block.content.map(blockText),
      ].join("\n")
    case "image":
      return `[image: ${placeOf(block)}${block.bytes === undefined ? "" : `, ${size(block.bytes)}`}]`
    case "file":
      return `[file: ${placeOf(block)}]`
    case "opaque":
      return `[block of ${block.source}] ${block.json}`
    default:
      return unreachable(block)
  }
}

const head = ({ seq, role, speaker, at, audience }: Message): string =>
  [
    `#${seq}`,
    speakerWords[speaker.kind],
    `role ${role}`,
    ...(speaker.label === undefined ? [] : [speaker.label]),
    ...(at === null ? [] : [at]),
    ...(audience === undefined ? [] : ["shown only, never sent"]),
  ].join(" · ")

/** Messages as text, as far as it went. */
export type PlainMessages = {
  readonly text: string
  /** The last message that is in it, at least in part; undefined where there was none. */
  readonly through: Seq | undefined
  /** UTF-16 units of message `through` that were cut off its end. */
  readonly cut: number
}

/**
 * Stored messages as plain text for a reader: a line of facts each, then its blocks, each said for what it is. Stops
 * before the first message with which it would be longer than `most` UTF-16 units; only where the very first is longer
 * is that one cut.
 */
export const plainMessages = (messages: readonly Message[], most: number): PlainMessages => {
  const parts: string[] = []
  let through: Seq | undefined
  let left = most
  for (const message of messages) {
    const all = [head(message), ...message.blocks.map(blockText)].join("\n")
    if (all.length > left) {
      if (through !== undefined) break
      const end = whole(all, left)
      return { text: all.slice(0, end), through: message.seq, cut: all.length - end }
    }
    parts.push(all)
    through = message.seq
    left -= all.length + 2
  }
  return { text: parts.join("\n\n"), through, cut: 0 }
}
