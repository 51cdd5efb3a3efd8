import { endDraft } from "#db/drafts.ts"
import type { Draft } from "#lib/record/build.ts"
import { fine, type Outcome } from "#lib/record/problem.ts"
import type { Delta } from "#lib/reply/reply.ts"
import { type Drafting, drafting } from "../drafting.ts"
import type { Attempt } from "../transport/ask.ts"
import type { Answer } from "../transport/read.ts"
import type { Work } from "./work.ts"

/** Whether a block has ended with a delta, as far as a delta can tell. */
const endsBlock = ({ kind }: Delta): boolean => kind === "proof" || kind === "block"

const attemptEntry = (step: number, attempt: Attempt): Draft => ({ kind: "attempt", step, ...attempt })

/** The agent's message of an answer; undefined where nothing of it arrived. */
const messageOf = ({ addressee }: Work, answer: Answer): Draft | undefined => {
  if (answer.blocks.length === 0) return undefined
  const { provider, model, account } = addressee.named
  const { responseId, stop, usage, blocks } = answer
  return {
    kind: "message",
    role: "assistant",
    speaker: { kind: "agent" },
    ...(responseId === undefined ? {} : { responseId }),
    maker: {
      provider,
      api: addressee.target.api,
      model,
      ...(account === undefined ? {} : { account }),
    },
    ...(stop === undefined ? {} : { stop }),
    blocks,
    ...(usage === undefined ? {} : { usage }),
  }
}

/**
 * Sends a request and keeps what comes back: deltas in a draft as they arrive, then the agent's message in its place, and
 * each try that failed. What goes wrong is in the answer.
 */
export const ask = async (work: Work, step: number, body: Uint8Array): Promise<Outcome<Answer>> => {
  const { db, writer, addressee, stop } = work
  let order: Promise<unknown> = Promise.resolve() // a failed try is logged before the draft of the next begins
  let draft: Drafting | undefined
  const begun = (): Drafting =>
    (draft ??= drafting(db, { record: writer.record, after: writer.entries.length }))
  const then = (next: () => unknown): void => {
    order = order.then(next)
    order.catch(() => undefined) // thrown again below
  }
  const answer = await addressee.exchange(body, {
    signal: stop,
    callId: (index) => `call_${writer.entries.length}_${index}`,
    onDelta: (delta) => then(() => begun().add([JSON.stringify(delta)], endsBlock(delta))),
    onAttempt: (attempt) => {
      if (attempt.error !== undefined) then(() => writer.append([attemptEntry(step, attempt)]))
    },
  })
  await order
  await draft?.settled()
  const message = messageOf(work, answer)
  if (message === undefined) return fine(answer)
  const kept = await writer.append([message], {
    objects: answer.objects,
    also: (within) => endDraft(within, { record: writer.record, after: writer.entries.length }),
  })
  return kept.ok ? fine(answer) : kept
}
