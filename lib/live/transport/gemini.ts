import { serverSentEvents } from "#lib/reply/framing.ts"
import type { Transport } from "./transport.ts"

/** Another method streams; without `alt=sse` it would answer with one long JSON list. */
const streamed = (url: string): string =>
  url.replace(/:generateContent(?=$|\?)/, ":streamGenerateContent?alt=sse").replace(/(\?alt=sse)\?/, "$1&")

export const gemini: Transport = {
  address: (url, model, stream) => {
    const named = url.replace("{model}", encodeURIComponent(model))
    return stream ? streamed(named) : named
  },
  headers: {},
  framing: serverSentEvents,
  extra: () => undefined,
}
