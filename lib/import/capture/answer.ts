import { objectOf, parsed, stringOf } from "#lib/record/json.ts"
import { errorText } from "#lib/reply/error.ts"
import { eventStream } from "#lib/reply/event-stream.ts"
import { jsonLines, serverSentEvents } from "#lib/reply/framing.ts"
import { type ReplyDialect, readReply, replyReader } from "#lib/reply/reader.ts"
import type { Frame, Reply } from "#lib/reply/reply.ts"
import { elementSpans, rawOf, rootSpan } from "../raw.ts"
import type { Answer } from "./exchange.ts"

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

const isEvents = (text: string): boolean => /^\s*(?:(?:event|data|id|retry)\s*:|:)/.test(text)

const isLines = (text: string): boolean => /^\s*\{[^\n]*\}\s*\n\s*\{/.test(text)

/** The pieces of a stream that was kept as text; undefined where it is one JSON value. */
const framesIn = (text: string): readonly Frame[] | undefined => {
  if (isEvents(text) || isLines(text)) {
    const framing = isEvents(text) ? serverSentEvents() : jsonLines()
    return [...framing.push(utf8(text)), ...framing.end()]
  }
  if (!text.trimStart().startsWith("[")) return undefined
  return elementSpans(text, rootSpan(text)).map((span) => ({ data: rawOf(text, span) }))
}

const read = (dialect: ReplyDialect, frames: readonly Frame[]): Reply => {
  const reader = replyReader(dialect)
  for (const frame of frames) reader.read(frame)
  return reader.end()
}

/** A stream of AWS may carry another provider's events as base64, each in a message of its own. */
const unwrapped = (frame: Frame): Frame => {
  const inner = stringOf(objectOf(parsed(frame.data))?.["bytes"])
  return inner === undefined ? frame : { data: Buffer.from(inner, "base64").toString("utf8") }
}

const failed = (words: string): Reply => ({
  blocks: [],
  objects: [],
  stop: "error",
  failure: { kind: "reply-error", message: words },
})

const textOf = (answer: Answer): string => {
  if ("text" in answer) return answer.text
  if ("bytes" in answer) return new TextDecoder().decode(answer.bytes)
  return answer.frames.map(({ data }) => data).join("\n")
}

/** The reply that an answer holds: whole, or with the failure that says what it lacks. */
export const replyIn = (dialect: ReplyDialect, answer: Answer): Reply => {
  if ((answer.status ?? 200) >= 400) return failed(errorText(textOf(answer)))
  if ("frames" in answer) return read(dialect, answer.frames)
  if ("bytes" in answer && answer.type.includes("eventstream"))
    return read(dialect, eventStream().push(answer.bytes).map(unwrapped))
  const text = textOf(answer)
  const frames = framesIn(text)
  return frames === undefined ? readReply(dialect, text) : read(dialect, frames)
}
