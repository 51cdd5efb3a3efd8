import { chat } from "./chat.ts"
import { converse } from "./converse.ts"
import { type Draft, draftOf, fail, type Reading, replyOf } from "./draft.ts"
import { errorOf } from "./error.ts"
import { gemini } from "./gemini.ts"
import { objectOf, parsed } from "./json.ts"
import { messages } from "./messages.ts"
import { ollama } from "./ollama.ts"
import type { Delta, Frame, Reply } from "./reply.ts"
import { responses } from "./responses.ts"

/** How each dialect's replies are read. A body of prior turns is a Messages body, so its reply is one too. */
const readings = {
  chat,
  responses,
  messages,
  gemini,
  ollama,
  converse,
  "prior-turns": messages,
} satisfies { readonly [dialect: string]: (draft: Draft) => Reading }

export type ReplyDialect = keyof typeof readings

/**
 * Reads one streamed reply, frame by frame. Contract: pure but for its own state; each frame is given once, in order.
 */
export type ReplyReader = {
  /** What a frame brought, in order; empty where it brought nothing, or where nothing more belongs to the reply. */
  readonly read: (frame: Frame) => readonly Delta[]
  /** Whether the reply has come to its end, so that nothing that follows is of it. */
  readonly isOver: () => boolean
  /** The reply as it stands now that nothing more comes: whole, or with the failure that says what is missing. */
  readonly end: () => Reply
}

/** Ids for calls whose provider names none, from the place of the call among the reply's blocks; empty unless given. */
export type ReplyOptions = { readonly callId?: (index: number) => string }

/** The sign that some streams end with, in place of a JSON object. */
const done = "[DONE]"

/** The most characters shown of what could not be read. */
const shown = 200

const isBlank = (data: string): boolean => data.trim() === ""

/** A frame that is no object ends the reply: what follows a hole in it cannot be trusted. */
const take = (draft: Draft, reading: Reading, frame: Frame): void => {
  if (isBlank(frame.data)) return
  if (frame.data.trim() === done) {
    draft.finished = true
    draft.over = true
    return
  }
  const value = parsed(frame.data)
  const object = objectOf(value)
  if (object !== undefined) {
    reading.frame(object, frame)
    return
  }
  const told = errorOf(value)
  fail(
    draft,
    told === undefined ? "reply-unreadable" : "reply-error",
    told ?? frame.data.slice(0, shown).toWellFormed(),
  )
  draft.over = true
}

/** A reader for one reply of a dialect. */
export const replyReader = (dialect: ReplyDialect, options: ReplyOptions = {}): ReplyReader => {
  const draft = draftOf(options.callId ?? (() => ""))
  const reading = readings[dialect](draft)
  return {
    read: (frame) => {
      draft.deltas = []
      if (!draft.over) take(draft, reading, frame)
      return draft.deltas
    },
    isOver: () => draft.over,
    end: () => replyOf(draft),
  }
}

/** A complete answer that was not streamed, from its JSON text; what it says of an error is the reply's failure. */
export const readReply = (dialect: ReplyDialect, json: string, options: ReplyOptions = {}): Reply => {
  const draft = draftOf(options.callId ?? (() => ""))
  const value = parsed(json)
  const object = objectOf(value)
  const told = errorOf(value)
  if (object !== undefined) readings[dialect](draft).whole(object, json)
  else if (told !== undefined) fail(draft, "reply-error", told)
  else fail(draft, "reply-unreadable", json.slice(0, shown).toWellFormed())
  return replyOf(draft)
}
