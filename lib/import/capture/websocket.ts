import { objectOf, parsed } from "#lib/record/json.ts"
import type { Frame } from "#lib/reply/reply.ts"
import type { Exchange } from "./exchange.ts"

/** One message of a socket: what a client sent, or what a server answered, as text. */
export type SocketMessage = { readonly isSent: boolean; readonly text: string; readonly time: string | null }

const typeOf = (text: string): unknown => objectOf(parsed(text))?.["type"]

type Open = { readonly asked: SocketMessage; readonly frames: Frame[]; time: string | null }

/**
 * The exchanges on a socket of the Responses API: each `response.create` is a request, and what comes back up to the next
 * one is its answer. Empty where none was asked for.
 */
export const socketExchanges = (url: string, messages: readonly SocketMessage[]): readonly Exchange[] => {
  const found: Open[] = []
  for (const message of messages) {
    if (message.isSent && typeOf(message.text) === "response.create")
      found.push({ asked: message, frames: [], time: null })
    const last = found.at(-1)
    if (message.isSent || last === undefined) continue
    last.frames.push({ data: message.text })
    last.time = message.time
  }
  return found.map(({ asked, frames, time }) => ({
    url,
    time: asked.time,
    body: asked.text,
    ...(frames.length === 0 ? {} : { answer: { frames, time } }),
  }))
}

/** Messages of both sides, of which only the order on each is known: each answer begins with `response.created`. */
export const inTurn = (
  sent: readonly string[],
  received: readonly string[],
  time: string | null,
): readonly SocketMessage[] => {
  const answers: string[][] = []
  for (const text of received) {
    if (typeOf(text) === "response.created" || answers.length === 0) answers.push([])
    answers.at(-1)?.push(text)
  }
  return sent.flatMap((text, index) => [
    { isSent: true, text, time },
    ...(answers[index] ?? []).map((answer) => ({ isSent: false, text: answer, time })),
  ])
}
