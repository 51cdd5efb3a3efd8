import type { Block, BlockOf } from "#lib/record/block.ts"
import type { Entry, EntryOf, Message } from "#lib/record/entry.ts"
import { unreachable } from "#lib/unreachable.ts"
import { type Redacted, redact, type Secrets } from "./redact.ts"

/** The most UTF-16 units of one payload. */
const payloadUnits = 240

/** A text cut at a number of UTF-16 units, on a code point boundary, with its end marked. */
export const clipped = (text: string, units: number, mark = "…"): string => {
  if (text.length <= units) return text
  const end = units - mark.length
  const code = text.charCodeAt(end - 1)
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? end - 1 : end) + mark
}

/** Arguments as they are read: a slash that JSON escapes would hide a key that has one. */
const argumentsIn = ({ arguments: given }: BlockOf<"tool-call">): string => given.replaceAll("\\/", "/")

/** Secrets go before anything is cut, so that no half of one is left. */
const payload = (text: string, secrets: Secrets): Redacted => {
  const { text: clean, omitted } = redact(text, secrets)
  return { text: clipped(clean.replace(/\s+/g, " ").trim(), payloadUnits), omitted }
}

const fixed = (text: string): Redacted => ({ text, omitted: 0 })

const headed = (head: string, { text, omitted }: Redacted): Redacted => ({
  text: text === "" ? head : `${head} ${text}`,
  omitted,
})

const joined = (parts: readonly Redacted[], by: string): Redacted => ({
  text: parts
    .map(({ text }) => text)
    .filter((text) => text !== "")
    .join(by),
  omitted: parts.reduce((sum, { omitted }) => sum + omitted, 0),
})

/** A block in one line: what it is, and its payload without secrets, on one line and clipped. */
const previewOf = (block: Block, secrets: Secrets): Redacted => {
  switch (block.kind) {
    case "text":
      return payload(block.text, secrets)
    case "reasoning":
      return block.text.trim() === "" ? fixed("") : headed("thinking:", payload(block.text, secrets))
    case "tool-call":
      return headed(`call ${block.callId} ${block.name}`, payload(argumentsIn(block), secrets))
    case "tool-result": {
      const texts = block.content.map((inner) => previewOf(inner, secrets))
      const { text, omitted } = joined(texts, " ")
      const status = block.isError ? "error" : "ok"
      return headed(`result ${block.callId} ${block.name} ${status}`, {
        text: clipped(text, payloadUnits),
        omitted,
      })
    }
    case "image":
    case "file":
      return fixed(`[${block.kind} ${block.mediaType}]`)
    case "opaque":
      return fixed(`[${block.source} block]`)
    default:
      return unreachable(block)
  }
}

const speakerOf = ({ role, speaker }: Message): string =>
  speaker.kind === "human" || speaker.kind === "agent" ? role : speaker.kind

/** A message in one line, its blocks as they are in force. */
export const messageLine = (message: Message, blocks: readonly Block[], secrets: Secrets): Redacted => {
  const said = joined(
    blocks.map((block) => previewOf(block, secrets)),
    " | ",
  )
  return { text: `${message.seq} ${speakerOf(message)}: ${said.text}`, omitted: said.omitted }
}

/** A decision about a call in one line. */
export const permissionLine = ({ seq, callId, action, risk }: EntryOf<"permission">): string =>
  `${seq} permission: call ${callId} ${action}${risk === undefined ? "" : `, risk ${risk}`}`

/** Texts of blocks in which secrets may stand: all that a preview can show. */
export const textsIn = (block: Block): readonly string[] => {
  switch (block.kind) {
    case "text":
    case "reasoning":
      return [block.text]
    case "tool-call":
      return [argumentsIn(block)]
    case "tool-result":
      return block.content.flatMap(textsIn)
    case "image":
    case "file":
    case "opaque":
      return []
    default:
      return unreachable(block)
  }
}

export const isPermission = (entry: Entry): entry is EntryOf<"permission"> => entry.kind === "permission"
