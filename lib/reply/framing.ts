import { createParser } from "eventsource-parser"
import { parsed } from "./json.ts"
import type { Frame } from "./reply.ts"

/**
 * Cuts the bytes of one answer into frames.
 * Contract: pure but for what it holds of an unfinished frame; how the bytes are cut into pieces makes no difference.
 */
export type Framing = {
  /** The frames that are whole with these bytes, in order. */
  readonly push: (bytes: Uint8Array) => readonly Frame[]
  /** The last frame, where only the end of its line is missing; one that is cut off is left out. */
  readonly end: () => readonly Frame[]
}

const isWhole = ({ data }: Frame): boolean => data === "[DONE]" || typeof parsed(data) === "object"

/** Server-sent events. */
export const serverSentEvents = (): Framing => {
  const decoder = new TextDecoder()
  let found: Frame[] = []
  const parser = createParser({
    onEvent: ({ event, data }) => found.push(event === undefined ? { data } : { event, data }),
  })
  const feed = (text: string): readonly Frame[] => {
    found = []
    parser.feed(text)
    return found
  }
  return {
    push: (bytes) => feed(decoder.decode(bytes, { stream: true })),
    end: () => feed("\n\n").filter(isWhole),
  }
}

/** Lines that each hold a JSON value; blank ones are no frames. */
export const jsonLines = (): Framing => {
  const decoder = new TextDecoder()
  let rest = ""
  const framesOf = (lines: readonly string[]): readonly Frame[] =>
    lines.filter((line) => line.trim() !== "").map((data) => ({ data }))
  return {
    push: (bytes) => {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n")
      rest = lines.pop() ?? ""
      return framesOf(lines)
    },
    end: () => framesOf([rest]).filter(isWhole),
  }
}
