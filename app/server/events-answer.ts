import type { Database } from "#db/open.ts"
import type { Ear } from "#db/signals.ts"
import { eventOf } from "#lib/live/events.ts"
import { type Piece, type Position, printPosition, viewing } from "#lib/live/viewing.ts"
import { openStream } from "./streams.ts"

const printed = (piece: Piece | undefined): string => {
  if (piece === undefined) return ": nothing yet\n\n" // so that nobody between takes the connection for dead
  const event = eventOf(piece)
  if (event === undefined) return ""
  return `event: ${event.name}\nid: ${printPosition(piece.position)}\ndata: ${event.data}\n\n`
}

type Viewer = { readonly record: string; readonly from: Position; readonly reader: AbortSignal }

/** A record as server-sent events, from a position on, until its reader leaves or the server stops. */
export const eventsAnswer = (db: Database, ear: Ear, { record, from, reader }: Viewer): Response => {
  const encoder = new TextEncoder()
  const open = openStream(reader)
  const pieces = viewing(db, ear, { record, from, signal: open.signal })
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    for (;;) {
      const next = await pieces.next()
      if (next.done === true) {
        open.done()
        controller.close()
        return
      }
      const text = printed(next.value)
      if (text === "") continue
      controller.enqueue(encoder.encode(text))
      return
    }
  }
  const cancel = async (): Promise<void> => {
    open.done()
    await pieces.return(undefined)
  }
  const start = (controller: ReadableStreamDefaultController<Uint8Array>): void =>
    controller.enqueue(encoder.encode("retry: 1000\n\n")) // answers at once, so that a reader knows it is connected
  return new Response(new ReadableStream({ start, pull, cancel }), {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    },
  })
}
