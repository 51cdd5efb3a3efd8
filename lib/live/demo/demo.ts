import { setTimeout as sleep } from "node:timers/promises"
import { readAnswer } from "../transport/read.ts"
import { watch } from "../transport/watch.ts"
import type { Exchange } from "../turn/work.ts"
import { answerTo, type Piece } from "./script.ts"

/** Milliseconds between words, so that somebody can see them come and stop them. */
const pace = 35

const encoder = new TextEncoder()

const frame = (id: string, delta: object, finish: string | null): Uint8Array =>
  encoder.encode(
    `data: ${JSON.stringify({ id, model: "demo", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
  )

const deltaOf = (piece: Piece, n: number): object => {
  if (piece.kind === "call") {
    const { name, json } = piece
    return {
      tool_calls: [{ index: 0, id: `demo_${n}`, type: "function", function: { name, arguments: json } }],
    }
  }
  return piece.kind === "reasoning" ? { reasoning_content: piece.text } : { content: piece.text }
}

/** Texts word by word; a call in one piece. */
const spoken = (piece: Piece): readonly Piece[] =>
  piece.kind === "call" ? [piece] : (piece.text.match(/\S+\s*/g) ?? []).map((text) => ({ ...piece, text }))

async function* frames(pieces: readonly Piece[], seed: number): AsyncGenerator<Uint8Array> {
  const id = `demo-${seed}`
  for (const piece of pieces.flatMap(spoken)) {
    await sleep(pace)
    yield frame(id, deltaOf(piece, seed), null)
  }
  yield frame(id, {}, pieces.some(({ kind }) => kind === "call") ? "tool_calls" : "stop")
  yield encoder.encode("data: [DONE]\n\n")
}

/** Breaks off when the signal fires, as a connection does. */
const streamOf = (all: AsyncGenerator<Uint8Array>, signal: AbortSignal): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (to) => {
      const end = (): void => to.error(signal.reason)
      if (signal.aborted)
        end() // stopped before it began
      else signal.addEventListener("abort", end, { once: true })
    },
    pull: async (to) => {
      const next = await all.next()
      if (signal.aborted) return
      if (next.done === true) to.close()
      else to.enqueue(next.value)
    },
  })

/** Plays a scripted model of the chat dialect in this process: nothing is sent anywhere. */
const exchange: Exchange = async (body, options) => {
  const on = watch({ firstByte: 60_000, betweenBytes: 60_000 }, options.signal)
  const answer = frames(answerTo(Buffer.from(body).toString()), body.length)
  const headers = { "content-type": "text/event-stream" }
  try {
    return await readAnswer("chat", new Response(streamOf(answer, on.signal), { headers }), on, options)
  } finally {
    on.end()
  }
}

/** The built-in model: labelled as what it is wherever it is offered. */
export const demo = {
  provider: "demo",
  model: "demo",
  target: "openai-compatible",
  label: "Demo (scripted, offline)",
  exchange,
} as const
