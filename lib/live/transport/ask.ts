import { setTimeout as sleep } from "node:timers/promises"
import type { EntryOf } from "#lib/record/entry.ts"
import type { ReplyOptions } from "#lib/reply/index.ts"
import type { Delta } from "#lib/reply/reply.ts"
import { failed, withoutKey } from "./failure.ts"
import { type Answer, readAnswer } from "./read.ts"
import { waitAfter } from "./retry.ts"
import { type Ask, type Tried, tryOnce } from "./try.ts"
import { type Patience, type Watch, watch } from "./watch.ts"

/** One try of a request, as the entry kind `attempt` has it. */
export type Attempt = Pick<EntryOf<"attempt">, "n" | "status" | "error" | "retryAfter">

/** `tries`: how often a request is sent at most. */
export type Limits = Patience & { readonly tries: number }

/** Below the five minutes after which `fetch` itself gives up. */
export const limits: Limits = { firstByte: 240_000, betweenBytes: 120_000, tries: 3 }

export type AskOptions = ReplyOptions & {
  /** Stops the request, or what is still to come of its answer. */
  readonly signal?: AbortSignal
  /** Told of each delta of a streamed answer, as it comes. */
  readonly onDelta?: (delta: Delta) => void
  /** Told of each try when it is known what it comes to: an answer that begins, or an error. */
  readonly onAttempt?: (attempt: Attempt) => void
  readonly limits?: Partial<Limits>
  /** Waits between tries, in milliseconds, or until the signal says so. */
  readonly wait?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<unknown>
}

const pause: NonNullable<AskOptions["wait"]> = (milliseconds, signal) =>
  sleep(milliseconds, undefined, signal === undefined ? {} : { signal }).catch(() => undefined)

const attemptOf = (n: number, tried: Tried): Attempt => {
  if (tried.is === "answer") return { n, status: tried.response.status }
  const { failure, wait } = tried
  return {
    n,
    ...(failure.status === undefined ? {} : { status: failure.status }),
    error: failure,
    ...(wait === undefined ? {} : { retryAfter: wait }),
  }
}

const unanswered = ({ failure }: Extract<Tried, { readonly is: "failure" }>): Answer => ({
  blocks: [],
  objects: [],
  stop: failure.kind === "stopped" ? "aborted" : "error",
  failure,
})

const withoutKeyIn = (answer: Answer, key: string | undefined): Answer => {
  const { failure } = answer
  return failure === undefined
    ? answer
    : { ...answer, failure: { ...failure, message: withoutKey(failure.message, key) } }
}

/** Sends a request until an answer begins, or an error that stays; the watch is that of the last try. */
const send = async (
  ask: Ask,
  options: AskOptions,
  { tries, ...patience }: Limits,
): Promise<{ readonly tried: Tried; readonly on: Watch }> => {
  const { signal, onAttempt, wait = pause } = options
  for (let n = 1; ; n++) {
    const on = watch(patience, signal)
    const tried = await tryOnce(ask, on)
    onAttempt?.(attemptOf(n, tried))
    if (tried.is === "answer" || !tried.again || n >= tries) return { tried, on }
    on.end()
    await wait(waitAfter(n, tried.wait, Math.random), signal)
    if (signal?.aborted === true)
      return { tried: { is: "failure", failure: failed("stopped", ""), again: false }, on }
  }
}

/**
 * Posts a body and reads what comes back. Never rejects: what goes wrong is the answer's `failure`, whose kind is that of
 * a reply (`lib/reply`) or of a request (`failure.ts`), in the provider's own words where it said any, never with the key.
 * What had arrived before stays. Nothing is sent again once an answer has begun.
 */
export const askProvider = async (ask: Ask, options: AskOptions = {}): Promise<Answer> => {
  const { tried, on } = await send(ask, options, { ...limits, ...options.limits })
  try {
    if (tried.is === "failure") return unanswered(tried)
    return withoutKeyIn(await readAnswer(ask.target.dialect, tried.response, on, options), ask.key)
  } finally {
    on.end()
  }
}
