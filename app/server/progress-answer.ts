import { unkept } from "./answering.ts"
import { problemBody } from "./problem-answer.ts"

/** Milliseconds between two lines of progress: a person reads no faster. */
const interval = 100

/**
 * Work whose progress is told while it runs, as lines of JSON: `{"progress": …}` now and then, and last what the work
 * gives. The status is 200 before it is known how the work ends, so a problem is told in the last line.
 */
export const progressAnswer = (work: (tell: (progress: object) => void) => Promise<object>): Response => {
  const encoder = new TextEncoder()
  let left = false
  const start = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    let told = 0
    const line = (value: object): void => {
      if (!left) controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`))
    }
    const tell = (progress: object): void => {
      const now = Date.now()
      if (now - told < interval) return
      told = now
      line({ progress })
    }
    const end = (last: object): void => {
      line(last)
      if (!left) controller.close()
    }
    work(tell).then(end, (error: unknown) => {
      console.error(error)
      end(problemBody({ id: "internal", facts: {} }))
    })
  }
  const cancel = (): void => {
    left = true
  }
  return new Response(new ReadableStream({ start, cancel }), {
    headers: { ...unkept, "content-type": "application/x-ndjson; charset=utf-8" },
  })
}
