import type { Target } from "#lib/dialect/targets.ts"
import type { Framing } from "#lib/reply/framing.ts"

/**
 * How an endpoint of one dialect is asked.
 * Contract: no secret in an address; what makes the provider stream stands in the address or, by `extra`, in the body,
 * never in a header.
 */
export type Transport = {
  /** The address to post to, from the row's and the model; for a streamed answer unless `stream` is false. */
  readonly address: (url: string, model: string, stream: boolean) => string
  /** Headers beside the content type and the key. */
  readonly headers: Readonly<Record<string, string>>
  /** Frames of the bytes of one streamed answer. */
  readonly framing: () => Framing
  /** JSON text of the fields that a body must hold to be answered in a stream; undefined where it needs none. */
  readonly extra: (target: Pick<Target, "asksUsage">) => string | undefined
}

/** The address as the row has it. */
export const asGiven: Transport["address"] = (url) => url

/** What asks for a stream in a body of most dialects. */
export const streamed: Transport["extra"] = () => '{"stream":true}'
