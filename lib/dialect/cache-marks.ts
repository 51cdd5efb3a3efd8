import { type Piece, withMember } from "#lib/wire/writer.ts"
import { made } from "./claims.ts"

/**
 * Blocks within which a mark finds what the request before it left in the cache: below the look-back of about 20
 * (`anthropic/cache-lookback`).
 */
const reach = 18

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

const isAssistant = (message: Piece): boolean => message.is === "form" && message.values[0] === "assistant"

/** How many of the first messages no mark will stand on, however many follow: the request before ended with them. */
export const neverMarked = (messages: readonly Piece[]): number =>
  Math.max(0, messages.findLastIndex(isAssistant))

/**
 * Messages with a mark on the last part, so that the next request finds all of this one. What came since the request
 * before, from the newest reply on, may be longer than a mark reaches back: then a part within reach is marked too. No
 * other is, since a mark that goes changes the bytes behind it, and all of them would have to be stored again.
 */
export const cacheMarked = (messages: readonly Piece[]): readonly Piece[] => {
  const since = messages.slice(neverMarked(messages)).flatMap(contentOf)
  const able = since.filter(takesMark)
  const near = since.length > reach ? since.slice(0, reach).findLast(takesMark) : undefined
  const chosen = new Set([near, able.at(-1)])
  const chosenMarked = (part: Piece): Piece => (chosen.has(part) ? marked(part) : part)
  const value = (of: string | Piece): string | Piece =>
    typeof of !== "string" && of.is === "array" ? { ...of, items: of.items.map(chosenMarked) } : of
  return messages.map(
    (message): Piece => (message.is === "form" ? { ...message, values: message.values.map(value) } : message),
  )
}
