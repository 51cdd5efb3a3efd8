import { type Piece, raw } from "#lib/wire/writer.ts"
import { made } from "./claims.ts"

/** Marks on messages: with the one on the system area at most 4 in all (`anthropic/cache-4`). */
const most = 3

/** Blocks between two marks: below the look-back of about 20 (`anthropic/cache-lookback`), on a grid so that marks stay put. */
const stride = 18

const json = '{"type":"ephemeral"}'

const marked = (part: Piece): Piece => {
  if (part.is === "raw") return { ...part, member: { key: "cache_control", json, claim: made("cache-mark") } }
  if (part.is === "object")
    return { ...part, fields: [...part.fields, ["cache_control", raw(json, made("cache-mark"))]] }
  return part
}

const isThinking = (part: Extract<Piece, { readonly is: "object" }>): boolean =>
  part.fields.some(([key, piece]) => key === "type" && piece.is === "raw" && piece.json.endsWith('thinking"'))

/** Thinking takes no mark (`anthropic/thinking-no-cache-control`); what stands as its provider wrote it stays so. */
const takesMark = (part: Piece): boolean =>
  (part.is === "object" && !isThinking(part)) ||
  (part.is === "raw" && part.claim?.facts?.["native"] === undefined)

/** The last part marked. */
export const markLast = (parts: readonly Piece[]): readonly Piece[] =>
  parts.map((part, index) => (index === parts.length - 1 ? marked(part) : part))

const contentOf = (message: Piece): readonly Piece[] => {
  const field = message.is === "object" ? message.fields.find(([key]) => key === "content") : undefined
  return field?.[1].is === "array" ? field[1].items.filter((part) => part.is !== "nothing") : []
}

/** Messages with marks on the last part and on the newest points of the grid before it. */
export const cacheMarked = (messages: readonly Piece[]): readonly Piece[] => {
  const parts = messages.flatMap(contentOf)
  const able = parts.flatMap((part, index) => (takesMark(part) ? [index] : []))
  const last = able.at(-1)
  if (last === undefined) return messages
  const grid = able.filter(
    (index, at) => index < last && Math.floor(index / stride) < Math.floor((able[at + 1] ?? 0) / stride),
  )
  const chosen = new Set([...grid.slice(1 - most), last].map((index) => parts[index]))
  const mark = (part: Piece): Piece => (chosen.has(part) ? marked(part) : part)
  return messages.map((message): Piece => {
    if (message.is !== "object") return message
    return {
      ...message,
      fields: message.fields.map(([key, piece]) => [
        key,
        key === "content" && piece.is === "array" ? { ...piece, items: piece.items.map(mark) } : piece,
      ]),
    }
  })
}
