import { EventStreamCodec, type Message } from "@smithy/core/event-streams"
import type { Framing } from "./framing.ts"
import type { Frame } from "./reply.ts"

/** AWS event streams: binary messages, each with its length before it, headers, and check sums. */

const codec = new EventStreamCodec(
  (bytes) => (typeof bytes === "string" ? bytes : new TextDecoder().decode(bytes)),
  (text) => new TextEncoder().encode(text),
)

/** A message is at least its frame of 16 bytes, and at most what the protocol allows. */
const least = 16
const most = 24 * 1024 * 1024

const frameOf = ({ headers, body }: Message): Frame => {
  const named = (name: string): string | undefined => {
    const value = headers[name]?.value
    return typeof value === "string" ? value : undefined
  }
  const code = named(":error-code")
  const event = named(":event-type") ?? named(":exception-type") ?? ""
  if (code === undefined) return { event, data: new TextDecoder().decode(body) }
  return { event, data: JSON.stringify({ error: { type: code, message: named(":error-message") ?? code } }) }
}

const decoded = (bytes: Uint8Array): Frame => {
  try {
    return frameOf(codec.decode(bytes))
  } catch {
    return unreadable
  }
}

/** Stands for a message that cannot be trusted; no JSON, so that the reply ends there. */
const unreadable: Frame = { data: "a damaged message of the event stream" }

const lengthOf = (bytes: Uint8Array): number =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(0)

export const eventStream = (): Framing => {
  let rest = new Uint8Array()
  let lost = false
  return {
    push: (bytes) => {
      const longer = new Uint8Array(rest.length + bytes.length)
      longer.set(rest)
      longer.set(bytes, rest.length)
      rest = longer
      const frames: Frame[] = []
      while (!lost && rest.length >= 4) {
        const length = lengthOf(rest)
        lost = length < least || length > most
        if (lost) frames.push(unreadable)
        if (lost || rest.length < length) break
        frames.push(decoded(rest.subarray(0, length)))
        rest = rest.slice(length)
      }
      return frames
    },
    end: () => [],
  }
}
