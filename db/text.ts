import type { Block, ResultContent } from "#lib/record/block.ts"
import type { Entry } from "#lib/record/entry.ts"
import { unreachable } from "#lib/unreachable.ts"

const escapes = /\\(?:u([0-9a-fA-F]{4})|(.))/gs

/** JSON text with its escapes read, so that its words can be found; `\n` parts words like any white space. */
const readable = (json: string): string =>
  json.includes("\\")
    ? json.replace(escapes, (_, code: string | undefined, short: string | undefined) => {
        if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
        return short === undefined || "nrtbf".includes(short) ? " " : short
      })
    : json

const present = (...texts: readonly (string | undefined)[]): readonly string[] =>
  texts.filter((text) => text !== undefined)

const blockTexts = (block: Block | ResultContent): readonly string[] => {
  switch (block.kind) {
    case "text":
    case "reasoning":
      return [block.text]
    case "tool-call":
      return [block.name, readable(block.arguments), block.callId]
    case "tool-result":
      return [...block.content.flatMap(blockTexts), block.name, block.callId]
    case "image":
    case "file":
      return present(block.name, block.url, block.mediaType)
    case "opaque":
      return [readable(block.json)]
    default:
      return unreachable(block)
  }
}

const texts = (entry: Entry): readonly string[] => {
  switch (entry.kind) {
    case "message":
      return present(
        ...entry.blocks.flatMap(blockTexts),
        entry.speaker.name,
        entry.speaker.label,
        entry.responseId,
      )
    case "header":
      return present(entry.target.model, entry.system, ...(entry.tools ?? []).map((tool) => tool.name))
    case "compaction":
      return [entry.summary]
    case "replacement":
      return blockTexts(entry.with)
    case "turn":
    case "step":
    case "attempt":
      return present(entry.error?.kind, entry.error?.message)
    case "permission":
      return present(entry.callId, entry.by, entry.risk)
    case "unread":
      return [readable(entry.raw)]
    case "sent":
      return present(entry.sha256, entry.target)
    case "rewind":
    case "undo":
      return []
    default:
      return unreachable(entry)
  }
}

/** What a search of the store looks through: all words of an entry, and the ids by which people look things up. */
export const searchable = (entry: Entry): string => {
  const found = texts(entry)
  return found.length === 0 ? "" : [...found, entry.id].join("\n")
}
