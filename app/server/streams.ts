/**
 * Answers that stay open (events, long downloads). A stop of the server must end them, or it would wait for their
 * readers; so each is known here for as long as it runs.
 */

/** One set a process: development loads modules anew, and what is open stays. */
const kept = globalThis as typeof globalThis & { crossingStreams?: Set<AbortController> } // our own key on the global object

const streams = (): Set<AbortController> => {
  kept.crossingStreams ??= new Set()
  return kept.crossingStreams
}

export type OpenStream = {
  /** Fires when the reader has left or the server stops. */
  readonly signal: AbortSignal
  /** To be called when the answer is complete. */
  readonly done: () => void
}

/** Announces an answer that stays open; `reader` is the request's own signal. */
export const openStream = (reader: AbortSignal): OpenStream => {
  const stop = new AbortController()
  streams().add(stop)
  return {
    signal: AbortSignal.any([reader, stop.signal]),
    done: () => {
      streams().delete(stop)
    },
  }
}

/** Ends every open answer; how many there were. */
export const closeStreams = (): number => {
  const open = [...streams()]
  streams().clear()
  for (const stream of open) stream.abort()
  return open.length
}
