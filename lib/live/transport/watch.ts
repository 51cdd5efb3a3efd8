/** How long to wait for bytes, in milliseconds. */
export type Patience = { readonly firstByte: number; readonly betweenBytes: number }

/** Watches one try: stops it when it is told to, or when nothing comes for too long. */
export type Watch = {
  readonly signal: AbortSignal
  /** Bytes have come. */
  readonly came: () => void
  /** Why the try was stopped; undefined where it was not. */
  readonly why: () => "stopped" | "answer-late" | "answer-stalled" | undefined
  /** Ends the watching. */
  readonly end: () => void
}

export const watch = ({ firstByte, betweenBytes }: Patience, stop: AbortSignal | undefined): Watch => {
  const own = new AbortController()
  let late: "answer-late" | "answer-stalled" | undefined
  const giveUp = (why: "answer-late" | "answer-stalled") => () => {
    late = why
    own.abort()
  }
  let timer = setTimeout(giveUp("answer-late"), firstByte)
  return {
    signal: stop === undefined ? own.signal : AbortSignal.any([own.signal, stop]),
    came: () => {
      clearTimeout(timer)
      timer = setTimeout(giveUp("answer-stalled"), betweenBytes)
    },
    why: () => (stop?.aborted === true ? "stopped" : late),
    end: () => clearTimeout(timer),
  }
}
