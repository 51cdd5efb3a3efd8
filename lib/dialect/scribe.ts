import type { Response, Said, Segment } from "#lib/rounds/segment.ts"
import { unreachable } from "#lib/unreachable.ts"
import { nothing, type Piece, type Sheet, say, sheet, write } from "#lib/wire/writer.ts"
import { made } from "./claims.ts"
import type { Context } from "./context.ts"
import type { Dialect, Marks } from "./dialect.ts"
import { emptyIds, type Ids, layer } from "./ids.ts"
import { isPlain, saidParts, summaryParts } from "./speech.ts"
import type { Voice } from "./targets/row.ts"
import { type Mark, stands, type Turn, type TurnPart } from "./turn.ts"
import { words } from "./words.ts"

/** Messages that are not written yet. */
type Held = { readonly messages: readonly Piece[]; readonly marks: Marks }

type Flushed = { readonly voice: Voice; readonly mark: Mark | undefined }

/**
 * Writes segments as wire messages, one after another. The newest message is kept open, because a neighbour of the
 * same voice may still join it. Owned by one projection and handed on to the next.
 */
export type Scribe = {
  readonly dialect: Dialect
  readonly context: Context
  readonly on: Sheet
  readonly ids: Ids
  /** Messages held back because a policy may yet mark them; undefined writes each at once. */
  held: Held | undefined
  /** Messages written so far. */
  count: number
  growing: { readonly voice: Voice; readonly parts: TurnPart[] } | undefined
  /** Whether a user's message has been begun. */
  user: boolean
  /** The newest message that holds a result of any response so far. */
  last: number
  /** The two newest messages written. */
  newest: readonly [before: Flushed | undefined, last: Flushed | undefined]
}

export const scribe = (dialect: Dialect, context: Context): Scribe => {
  const on = sheet(context.keeps)
  const lead = dialect.lead(context)
  const made: Scribe = {
    dialect,
    context,
    on,
    ids: emptyIds(),
    held:
      context.policies.cacheMarks === true && dialect.marks !== undefined
        ? { messages: [], marks: dialect.marks }
        : undefined,
    count: 0,
    growing: undefined,
    user: false,
    last: 0,
    newest: [undefined, undefined],
  }
  for (const piece of lead) put(made, piece)
  return made
}

/** A scribe that goes on from another on a sheet of its own, and leaves the other as it is. */
export const fork = (from: Scribe): Scribe => ({
  ...from,
  on: sheet(from.on.keeps),
  ids: layer(from.ids),
  growing:
    from.growing === undefined ? undefined : { voice: from.growing.voice, parts: [...from.growing.parts] },
})

const put = (to: Scribe, piece: Piece): void => {
  if (to.held === undefined) {
    writeMessage(to, piece)
    return
  }
  const { marks } = to.held
  const messages = [...to.held.messages, piece]
  const free = marks.never(messages)
  for (const message of messages.slice(0, free)) writeMessage(to, message)
  to.held = { messages: messages.slice(free), marks }
}

const writeMessage = (to: Scribe, piece: Piece): void => {
  if (piece.is !== "nothing" && to.count > 0) say(to.on, ",")
  write(to.on, piece, `/${to.dialect.history}/${to.count}`)
  if (piece.is !== "nothing") to.count++
}

const markOf = (parts: readonly TurnPart[]): Mark | undefined => {
  const first = parts.find(stands)
  return first?.is === "element" ? first.mark : undefined
}

/** Closes the open message. */
export const flush = (to: Scribe): void => {
  const turn = to.growing
  if (turn === undefined) return
  to.growing = undefined
  to.newest = [to.newest[1], { voice: turn.voice, mark: markOf(turn.parts) }]
  for (const piece of to.dialect.messages(turn, to.context)) put(to, piece)
}

const drop = (to: Scribe, part: TurnPart): void => {
  if (to.growing !== undefined) to.growing.parts.push(part)
  else if (part.is === "dropped") write(to.on, nothing(part.claim), "")
}

const madeTurn = (voice: Voice, reason: "first-user" | "awaiting-user" | "bridge", text: string): Turn => ({
  voice,
  parts: [{ is: "text", runs: [{ text, claim: made(reason) }] }],
})

const begin = (to: Scribe, turn: Turn): void => {
  if (turn.voice === "assistant" && !to.user && to.context.target.firstUser)
    begin(to, madeTurn("user", "first-user", words.firstUser))
  if (turn.voice === "user") to.user = true
  const before = to.growing?.voice ?? to.newest[1]?.voice
  if (turn.voice === "user" && before === "tool" && to.context.target.bridge)
    begin(to, madeTurn("assistant", "bridge", words.bridge))
  const merges = to.growing?.voice === turn.voice && to.context.target.merges.includes(turn.voice)
  if (!merges) flush(to)
  if (to.growing === undefined) to.growing = { voice: turn.voice, parts: [...turn.parts] }
  else to.growing.parts.push(...turn.parts)
}

const speak = (to: Scribe, turn: Turn): void => {
  if (turn.parts.some(stands)) begin(to, turn)
  else for (const part of turn.parts) drop(to, part)
}

const respond = (to: Scribe, response: Response): void => {
  for (const turn of to.dialect.response(response, to.ids, to.last, to.context)) speak(to, turn)
  to.last = Math.max(to.last, response.lastResult)
}

/** Writes one segment. */
export const inscribe = (to: Scribe, segment: Segment): void => {
  switch (segment.kind) {
    case "response":
      respond(to, segment)
      return
    case "summary":
      speak(to, { voice: "user", parts: summaryParts(segment) })
      return
    case "said":
      speakSaid(to, segment)
      return
    default:
      unreachable(segment)
  }
}

/** A notice crosses in the row's voice for notices, but a picture, a summary or an old result only in the user's. */
const speakSaid = (to: Scribe, said: Said): void => {
  const parts = saidParts(said, to.dialect.shapes, to.context)
  const { entry } = said.message
  const theirs =
    isPlain(entry) || entry.speaker.kind === "summary" || said.blocks.some(({ loose }) => loose !== undefined)
  const voice = theirs || parts.some((part) => part.is === "element") ? "user" : to.context.target.notices
  speak(to, { voice, parts })
}

/** Ends the wire: a user's turn is made where it would end without one, or hold none; what was held back is marked and written. */
export const finish = (to: Scribe): void => {
  const voice = to.growing?.voice ?? to.newest[1]?.voice
  if (!to.user || (voice !== "user" && voice !== "tool"))
    begin(to, madeTurn("user", "awaiting-user", words.awaitingUser))
  flush(to)
  if (to.held === undefined) return
  const { messages, marks } = to.held
  for (const piece of marks.mark(messages)) writeMessage(to, piece)
}

/** Whether the last round begins without signed reasoning, so that thinking cannot be on (`anthropic/thinking-first-when-enabled`). */
export const lacksThinking = (to: Scribe): boolean => {
  const [before, last] = to.newest
  return last?.voice === "user" && last.mark === "result" && before?.mark !== "signed"
}
