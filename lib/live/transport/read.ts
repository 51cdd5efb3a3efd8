import type { DialectId } from "#lib/dialect/targets/row.ts"
import type { Failure } from "#lib/record/entry.ts"
import { type ReplyOptions, readReply, replyReader } from "#lib/reply/index.ts"
import type { Delta, Frame, Reply } from "#lib/reply/reply.ts"
import { brokenBy, failed } from "./failure.ts"
import { transports } from "./index.ts"
import type { Watch } from "./watch.ts"

/** What came of a request: what had arrived, and what is wrong with it, if anything. */
export type Answer = Omit<Reply, "failure"> & { readonly failure?: Failure }

type ReadOptions = ReplyOptions & { readonly onDelta?: (delta: Delta) => void }

/** Takes the bytes of an answer as they come. */
type Sink = {
  readonly take: (bytes: Uint8Array) => void
  readonly isOver: () => boolean
  readonly end: () => Reply
}

const streamed = (dialect: DialectId, options: ReadOptions): Sink => {
  const framing = transports[dialect].framing()
  const reader = replyReader(dialect, options)
  const read = (frames: readonly Frame[]): void => {
    for (const frame of frames) for (const delta of reader.read(frame)) options.onDelta?.(delta)
  }
  return {
    take: (bytes) => read(framing.push(bytes)),
    isOver: reader.isOver,
    end: () => {
      read(framing.end())
      return reader.end()
    },
  }
}

const whole = (dialect: DialectId, options: ReadOptions): Sink => {
  const decoder = new TextDecoder()
  let json = ""
  return {
    take: (bytes) => {
      json += decoder.decode(bytes, { stream: true })
    },
    isOver: () => false,
    end: () => readReply(dialect, json + decoder.decode(), options),
  }
}

/** The next bytes; none at the end, or where something broke: then also why. */
type Next = { readonly bytes?: Uint8Array | undefined; readonly broken?: Failure }

const next = async (body: ReadableStreamDefaultReader<Uint8Array>, on: Watch): Promise<Next> => {
  try {
    const { value } = await body.read()
    return { bytes: value }
  } catch (error) {
    const why = on.why()
    return { broken: why === undefined ? { kind: "reply-cut", message: brokenBy(error) } : failed(why, "") }
  }
}

/** What broke an answer says more than that it is not whole; of one that is whole, it says nothing. */
const answerOf = (reply: Reply, broken: Failure | undefined): Answer => {
  const partial = reply.failure?.kind === "reply-cut" || reply.failure?.kind === "reply-unreadable"
  if (broken === undefined || !partial) return reply
  return { ...reply, stop: broken.kind === "stopped" ? "aborted" : "error", failure: broken }
}

/**
 * Reads an answer to the end of the reply, or until it breaks: what came before stays. An answer that is plain JSON is read
 * in one piece and brings no deltas.
 */
export const readAnswer = async (
  dialect: DialectId,
  response: Response,
  on: Watch,
  options: ReadOptions,
): Promise<Answer> => {
  const json = /^application\/json\b/i.test(response.headers.get("content-type") ?? "")
  const sink = json ? whole(dialect, options) : streamed(dialect, options)
  const body = response.body?.getReader()
  let now: Next = body === undefined ? {} : await next(body, on)
  while (now.bytes !== undefined && body !== undefined) {
    on.came()
    sink.take(now.bytes)
    now = sink.isOver() ? {} : await next(body, on)
  }
  await body?.cancel().catch(() => undefined) // one that broke cannot be cancelled, and need not be
  return answerOf(sink.end(), now.broken)
}
