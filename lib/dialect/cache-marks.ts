import { type Piece, withMember } from "#lib/wire/writer.ts"
import { made } from "./claims.ts"

/** Marks on messages: with the one on the system area at most 4 in all (`anthropic/cache-4`). */
const most = 3

/** Blocks between two marks: below the look-back of about 20 (`anthropic/cache-lookback`), on a grid so that marks stay put. */
const stride = 18

const mark = { key: "cache_control", json: '{"type":"ephemeral"}' }

const marked = (part: Piece): Piece => withMember(part, { ...mark, claim: made("cache-mark") })

/** Thinking takes no mark (`anthropic/thinking-no-cache-control`); what stands as its provider wrote it stays so. */
const takesMark = (part: Piece): boolean =>
  part.is === "form"
    ? part.text[0]?.includes('thinking"') !== true
    : part.is === "raw" && part.claim?.facts?.["native"] === undefined

/** The last part marked. */
export const markLast = (parts: readonly Piece[]): readonly Piece[] =>
  parts.map((part, index) => (index === parts.length - 1 ? marked(part) : part))

/** A message's parts, where they stand in its list. */
const contentOf = (message: Piece): readonly Piece[] => {
  const values = message.is === "form" ? message.values : []
  return values.flatMap((value) =>
    typeof value !== "string" && value.is === "array"
      ? value.items.filter((part) => part.is !== "nothing")
      : [],
  )
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
  const chosenMarked = (part: Piece): Piece => (chosen.has(part) ? marked(part) : part)
  const value = (of: string | Piece): string | Piece =>
    typeof of !== "string" && of.is === "array" ? { ...of, items: of.items.map(chosenMarked) } : of
  return messages.map(
    (message): Piece => (message.is === "form" ? { ...message, values: message.values.map(value) } : message),
  )
}
