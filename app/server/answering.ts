import type { Database } from "#db/open.ts"
import { withDatabase } from "#db/shared.ts"
import type { Outcome, Problem } from "#lib/record/problem.ts"
import { problemAnswer } from "./problem-answer.ts"
import { openStream } from "./streams.ts"

/** Confidential, and of this moment: no cache keeps it. */
export const unkept = { "cache-control": "no-store" } as const

const broken: Problem = { id: "internal", facts: {} }

/** What a bug of ours answers with; the log has the rest. */
export const bugAnswer = (error: unknown): Response => {
  console.error(error)
  return problemAnswer(broken, 500)
}

/** Runs a route's work with the store. A problem becomes its answer; `work` may run twice where the store was lost between. */
export const answering = async (work: (db: Database) => Promise<Outcome<Response>>): Promise<Response> => {
  try {
    const worked = await withDatabase(work)
    if (!worked.ok) return problemAnswer(worked.problem)
    return worked.value.ok ? worked.value.value : problemAnswer(worked.value.problem)
  } catch (error) {
    return bugAnswer(error)
  }
}

export const jsonAnswer = (value: unknown, status = 200): Response =>
  Response.json(value, { status, headers: unkept })

/** An answer whose text is spliced, not encoded again: what is stored as JSON text goes out character for character. */
export const textAnswer = (json: string): Response =>
  new Response(json, { headers: { ...unkept, "content-type": "application/json; charset=utf-8" } })

const chunkLength = 65_536

/**
 * An answer that is made line by line while it is read, and ends when its reader leaves or the server stops. `least`: how
 * many characters go out at once; 1 sends each line as soon as it is made.
 */
export const linesAnswer = (
  lines: AsyncIterator<string>,
  reader: AbortSignal,
  headers: HeadersInit,
  least = chunkLength,
): Response => {
  const encoder = new TextEncoder()
  const open = openStream(reader)
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    let chunk = ""
    while (chunk.length < least && !open.signal.aborted) {
      const next = await lines.next()
      if (next.done === true) break
      chunk += `${next.value}\n`
    }
    if (chunk !== "" && !open.signal.aborted) return controller.enqueue(encoder.encode(chunk))
    open.done()
    if (open.signal.aborted)
      controller.error(new Error("The answer was cut off.")) // a closed one would look complete
    else controller.close()
  }
  const cancel = async (): Promise<void> => {
    open.done()
    await lines.return?.()
  }
  return new Response(new ReadableStream({ pull, cancel }), { headers: { ...unkept, ...headers } })
}
